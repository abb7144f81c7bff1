import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanName } from '../../../../src/platform/model/name.ts';
import { NewApiToken } from '../../../../src/people/model/account.ts';
import { PasskeyPatch } from '../../../../src/people/model/sign-in.ts';
import { NewNote } from '../../../../src/notes/model/note.ts';
import { authorOf, Name, User } from '../../../../src/people/model/user.ts';

const problem = (name: string) => Name.safeParse(name).error?.issues[0]?.message ?? '';

describe('a name', () => {
  test.each([
    ['Ann\u202Egnp', /turns the direction of writing after “Ann”, U\+202E/],
    ['\u2066Ann', /direction of writing at the beginning, U\+2066/],
    ['An\u200Bn', /invisible character after “An”, U\+200B/],
    ['x\u200Dy', /invisible character/],
    ['1\uFE0F', /invisible character/],
    ['An\u00ADn', /invisible character/],
    ['\u3164', /invisible character/],
    ['\u2800', /invisible character/],
    ['A\u{E0041}', /invisible character/],
    ['\u0301a', /accent without a letter/],
    [`Z${'\u0335'.repeat(9)}`, /too many accents/],
    ['Ann (@ann)', /can’t contain @/],
  ])('%j is refused with the characters to remove', (name, says) => {
    expect(problem(name)).toMatch(says);
  });

  test.each([
    ['A\u030Ane  \u00A0Lund ', '\u00C5ne Lund'],
    ['می\u200Cخواهم', 'می\u200Cخواهم'],
    ['क्\u200Dष', 'क्\u200Dष'],
    ['\u{1F468}\u200D\u{1F469}\u200D\u{1F467} Lund', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} Lund'],
    ['\u2764\u200D\u{1F525}', '\u2764\u200D\u{1F525}'],
  ])('%j is accepted, composed and with single spaces', (name, kept) => {
    expect(Name.parse(name)).toBe(kept);
  });

  test('of a token or a passkey has the same rules', () => {
    expect(NewApiToken.safeParse({ name: 'a\u202Eb' }).success).toBe(false);
    expect(PasskeyPatch.safeParse({ name: 'a\u200Bb' }).success).toBe(false);
  });

  test('of a note loses invisible characters, as pasted titles do', () => {
    expect(NewNote.parse({ title: 'Cof\u00ADfee \u202Eeet' }).title).toBe('Coffee eet');
  });

  test('that was cleaned is accepted unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const name = cleanName(text);
        expect(cleanName(name)).toBe(name);
        if (!/[@﹫＠]/.test(name) && name.length <= 80) expect(problem(name)).toBe('');
      }),
    );
  });
});

test('readers see whose account a name belongs to if somebody else had the name first', () => {
  const user = User.parse({ id: 'u_1', handle: 'ann2', name: 'Ann', createdAt: '2026-01-01T00:00:00Z' });
  expect(authorOf(user).name).toBe('Ann');
  expect(authorOf({ ...user, unlike: 'ann' }).name).toBe('Ann (@ann2, not @ann)');
});
