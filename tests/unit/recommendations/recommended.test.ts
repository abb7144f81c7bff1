import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  recommend,
  type Candidate,
  type Signal,
  type Affinities,
} from '../../../src/recommendations/model/recommended.ts';
import { reasonLine } from '../../../src/recommendations/model/for-you.ts';

const now = new Date('2026-06-01T00:00:00Z');
const day = 24 * 60 * 60_000;
const tags = ['tea', 'web', 'go', 'ink'];
const people = ['u_ann', 'u_ben', 'u_cyd'];
const nothing: Affinities = { signals: [], follows: [], more: [], less: [] };

const someTags = fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 3 });
const aTime = fc.integer({ min: 0, max: 400 }).map((days) => now.getTime() - days * day);
const aCandidate: fc.Arbitrary<Candidate> = fc.record({
  uuid: fc.uuid(),
  authorId: fc.constantFrom(...people),
  tags: someTags,
  at: aTime,
  said: fc.integer({ min: 0, max: 3000 }),
});
const aSignal: fc.Arbitrary<Signal> = fc.record({
  why: fc.constantFrom('saved', 'read', 'voted', 'thread', 'more'),
  at: aTime,
  note: fc.record({ uuid: fc.uuid(), authorId: fc.constantFrom(...people), tags: someTags }),
});
const aChoice = fc.oneof(
  fc.constantFrom(...tags).map((id) => ({ kind: 'tag' as const, id })),
  fc.constantFrom(...people).map((id) => ({ kind: 'person' as const, id })),
);
const someAffinities: fc.Arbitrary<Affinities> = fc.record({
  signals: fc.array(aSignal, { maxLength: 12 }),
  follows: fc.uniqueArray(aChoice, { maxLength: 3, selector: ({ id }) => id }),
  more: fc.uniqueArray(aChoice, { maxLength: 2, selector: ({ id }) => id }),
  less: fc.uniqueArray(aChoice, { maxLength: 2, selector: ({ id }) => id }),
});
const candidates = fc.uniqueArray(aCandidate, { minLength: 1, maxLength: 15, selector: ({ uuid }) => uuid });

describe('recommended notes', () => {
  test('are the same for the same input in any order, without duplicates', () => {
    fc.assert(
      fc.property(someAffinities, candidates, (affinities, notes) => {
        const recommendations = recommend(affinities, notes, now, 10);
        expect(recommend(affinities, notes.toReversed(), now, 10)).toEqual(recommendations);
        expect(new Set(recommendations.map(({ uuid }) => uuid)).size).toBe(Math.min(10, notes.length));
      }),
    );
  });

  test('have one or two true reasons each', () => {
    fc.assert(
      fc.property(someAffinities, candidates, (affinities, notes) => {
        for (const { uuid, because } of recommend(affinities, notes, now, 20)) {
          const note = notes.find((other) => other.uuid === uuid);
          expect([1, 2]).toContain(because.length);
          for (const { why, kind, id } of because) {
            const shares = (of: { authorId: string; tags: readonly string[] }) =>
              of.authorId === note?.authorId || of.tags.some((tag) => note?.tags.includes(tag));
            const own = kind === 'person' ? note?.authorId === id : note?.tags.includes(id);
            if (kind === 'everyone') {
              const isNew = now.getTime() - (note?.at ?? 0) < 30 * day;
              expect(why).toBe((note?.said ?? 0) > 0 ? 'liked' : isNew ? 'new' : 'quiet');
            } else if (kind === 'note') {
              expect(
                affinities.signals.some(
                  (signal) => signal.why === why && signal.note.uuid === id && shares(signal.note),
                ),
              ).toBe(true);
            } else {
              expect(own).toBe(true);
              expect(why === 'follow' ? affinities.follows : affinities.more).toContainEqual({ kind, id });
            }
          }
        }
      }),
    );
  });

  test('with one more reason for a tag, no note with it scores lower and the first one ranks no lower', () => {
    fc.assert(
      fc.property(
        someAffinities,
        candidates,
        fc.constantFrom(...tags),
        aSignal,
        fc.boolean(),
        (affinities, notes, tag, signal, follow) => {
          // By an author of none of these notes, so that it is evidence for the tag only.
          const one = { ...signal, note: { uuid: signal.note.uuid, authorId: 'u_else', tags: [tag] } };
          const more = follow
            ? { ...affinities, follows: [...affinities.follows, { kind: 'tag' as const, id: tag }] }
            : { ...affinities, signals: [...affinities.signals, one] };
          const [before, after] = [affinities, more].map((of) => recommend(of, notes, now, notes.length));
          const tagged = new Set(notes.filter((note) => note.tags.includes(tag)).map(({ uuid }) => uuid));
          for (const uuid of tagged) {
            const score = (recommendations = before) =>
              recommendations?.find((recommendation) => recommendation.uuid === uuid)?.score ?? NaN;
            expect(score(after)).toBeGreaterThanOrEqual(score());
          }
          const first = (recommendations = before) => recommendations?.findIndex(({ uuid }) => tagged.has(uuid)) ?? NaN;
          expect(first(after)).toBeLessThanOrEqual(first());
        },
      ),
    );
  });

  test('a tag’s affinity applies to nested tags too', () => {
    const css = { uuid: 'css', authorId: 'u', tags: ['web/css'], at: now.getTime(), said: 0 };
    const web = [{ kind: 'tag', id: 'web' }] as const;
    const [plain] = recommend(nothing, [css], now, 1);
    const [followed] = recommend({ ...nothing, follows: web }, [css], now, 1);
    expect(followed?.because).toEqual([{ why: 'follow', kind: 'tag', id: 'web' }]);
    const [unwanted] = recommend({ ...nothing, less: web }, [css], now, 1);
    expect(unwanted?.score).toBeLessThan(plain?.score ?? 0);
  });

  test('unwanted notes rank below equally good ones', () => {
    const tea = { uuid: 'a', authorId: 'u_ann', tags: ['tea'], at: now.getTime(), said: 3 };
    const web = { ...tea, uuid: 'b', authorId: 'u_ben', tags: ['web'] };
    const follows = [
      { kind: 'tag' as const, id: 'tea' },
      { kind: 'tag' as const, id: 'web' },
    ];
    const order = (less: Affinities['less']) =>
      recommend({ ...nothing, follows, less }, [tea, web], now, 2).map(({ uuid }) => uuid);
    expect(order([])).toEqual(['a', 'b']);
    expect(order([{ kind: 'tag', id: 'tea' }])).toEqual(['b', 'a']);
    expect(order([{ kind: 'person', id: 'u_ann' }])).toEqual(['b', 'a']);
  });

  test('are mixed while several subjects are liked', () => {
    const note = (index: number, tag: string) => ({
      uuid: `${tag}${index}`,
      authorId: `u_${tag}${index}`,
      tags: [tag],
      at: now.getTime(),
      said: 0,
    });
    const notes = [...Array.from({ length: 15 }, (_, index) => note(index, 'tea')), note(0, 'web')];
    const saved = { why: 'saved' as const, at: now.getTime(), note: { uuid: 'x', authorId: 'u_me', tags: ['web'] } };
    const affinities = { ...nothing, follows: [{ kind: 'tag' as const, id: 'tea' }], signals: [saved] };
    const place = recommend(affinities, notes, now, 16).findIndex(({ uuid }) => uuid === 'web0');
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThan(12);
  });

  test('are popular notes if nothing is known', () => {
    const [quiet, loud] = [0, 900].map((said) => ({ uuid: `n${said}`, authorId: 'u_ann', tags: [], at: 0, said }));
    const recommendations = recommend(
      nothing,
      [quiet, loud].filter((note) => note !== undefined),
      now,
      5,
    );
    expect(recommendations.map(({ uuid }) => uuid)).toEqual(['n900', 'n0']);
    expect(recommendations.map(({ because: [first] }) => first?.why)).toEqual(['liked', 'quiet']);
  });

  const noteOf = (index: number, noteTags: string[]): Candidate => ({
    ...{ uuid: `n${String(index).padStart(2, '0')}`, authorId: `u_${index}`, tags: noteTags },
    ...{ at: now.getTime() - index * 60_000, said: 0 },
  });
  const voteFor = (uuid: string, noteTags: string[]): Signal => ({
    ...{ why: 'voted', at: now.getTime() },
    note: { uuid, authorId: `u_of_${uuid}`, tags: noteTags },
  });

  test('are explained by one vote in less than half of the cases, however many notes have its tag', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 0, max: 20 }), (count, others) => {
        const web = Array.from({ length: 20 }, (_, index) => noteOf(index, ['web']));
        const rest = Array.from({ length: others }, (_, index) => noteOf(30 + index, ['ink']));
        const shown = recommend({ ...nothing, signals: [voteFor('v', ['web'])] }, [...web, ...rest], now, count);
        expect(shown).toHaveLength(count);
        const voted = shown.filter(({ because }) => because.some(({ id }) => id === 'v'));
        expect(voted.length).toBeLessThan(count / 2);
        expect(voted.length).toBeGreaterThan(0);
      }),
    );
  });

  test('have different reasons if several are true', () => {
    const signals = ['a', 'b', 'c', 'd'].map((uuid) => voteFor(uuid, ['web']));
    const notes = Array.from({ length: 4 }, (_, index) => noteOf(index, ['web']));
    const shown = recommend({ ...nothing, signals }, notes, now, 4);
    const given = shown.flatMap(({ because }) => because.map(({ id }) => id));
    expect(given.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  });

  test('are not explained by a general tag unless the person follows it', () => {
    const notes = [noteOf(0, ['good'])];
    const voted = recommend({ ...nothing, signals: [voteFor('v', ['good'])] }, notes, now, 1);
    expect(voted[0]?.because).toEqual([{ why: 'new', kind: 'everyone', id: '' }]);
    const followed = recommend({ ...nothing, follows: [{ kind: 'tag', id: 'good' }] }, notes, now, 1);
    expect(followed[0]?.because).toEqual([{ why: 'follow', kind: 'tag', id: 'good' }]);
  });
});

test.each([
  [{ why: 'saved', kind: 'note', name: 'On tea' }, 'Because you saved “On tea”'],
  [{ why: 'thread', kind: 'note', name: 'On tea' }, 'Because you follow the thread of “On tea”'],
  [{ why: 'more', kind: 'note', name: 'On tea' }, 'Because you asked for more like “On tea”'],
  [{ why: 'follow', kind: 'tag', name: '#tea' }, 'Because you follow #tea'],
  [{ why: 'more', kind: 'tag', name: '#tea' }, 'Because you asked for more of #tea'],
  [{ why: 'more', kind: 'person', name: 'Ada' }, 'Because you asked for more by Ada'],
  [{ why: 'liked', kind: 'everyone', name: '' }, 'Readers liked, saved or discussed it'],
  [{ why: 'new', kind: 'everyone', name: '' }, 'New here'],
  [{ why: 'quiet', kind: 'everyone', name: '' }, 'Nobody has voted for it yet'],
] as const)('a reason is a readable sentence: %o', (reason, line) => {
  expect(reasonLine({ ...reason, id: 'x', path: null })).toBe(line);
});
