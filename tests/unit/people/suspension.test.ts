import { describe, expect, test } from 'vitest';
import {
  mayAppoint,
  mayModerate,
  maySuspend,
  roleOf,
  isBanned,
  suspensionInWords,
  suspensionOf,
} from '../../../src/people/model/permissions.ts';
import type { Suspension } from '../../../src/people/model/user.ts';

const at = '2026-11-21T12:00:00.000Z';
const until = '2026-11-28T12:00:00.000Z';
const silenced: Suspension = { kind: 'silenced', until, reason: 'Floods.', at, action: 'a' };
const banned: Suspension = { kind: 'banned', until: null, reason: 'Sells pills.', at, action: 'b' };
const before = new Date('2026-11-28T11:59:59.999Z');
const after = new Date(until);

describe('roles', () => {
  test('a moderator suspends members, an owner moderators too, and nobody an owner', () => {
    const [member, moderator, owner] = [{}, { role: 'moderator' }, { role: 'owner' }] as const;
    const below = (by: Parameters<typeof maySuspend>[0]) =>
      [member, moderator, owner].map((one) => maySuspend(by, one));
    expect([member, moderator, owner].map(below)).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
    ]);
  });

  test('people without a stored role are members, who can neither moderate nor appoint', () => {
    expect([roleOf({}), mayModerate({}), mayAppoint({})]).toEqual(['member', false, false]);
  });

  test('moderators can moderate, and owners can also appoint', () => {
    expect([mayModerate({ role: 'moderator' }), mayAppoint({ role: 'moderator' })]).toEqual([true, false]);
    expect([mayModerate({ role: 'owner' }), mayAppoint({ role: 'owner' })]).toEqual([true, true]);
  });
});

describe('a suspension', () => {
  test('lasts until its term ends and not a millisecond longer', () => {
    expect(suspensionOf({ standing: silenced }, before)).toEqual(silenced);
    expect(suspensionOf({ standing: silenced }, after)).toBeUndefined();
  });

  test('without a term lasts forever', () => {
    expect(isBanned({ standing: banned }, new Date('2999-01-01'))).toBe(true);
  });

  test('that silences is not a ban, and without a decision there is neither', () => {
    expect([isBanned({ standing: silenced }, before), isBanned({}, before)]).toEqual([false, false]);
  });

  test('is shown with its reason and term', () => {
    expect(suspensionInWords(silenced)).toBe(
      'A moderator silenced this account until 28 November 2026 at 12:00 UTC. The reason given: “Floods.”',
    );
    expect(suspensionInWords(banned)).toMatch(/^A moderator banned this account for good\..*“Sells pills\.”$/);
  });
});
