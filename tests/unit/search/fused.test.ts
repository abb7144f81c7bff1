import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuseRankings } from '../../../src/search/server/published-index.ts';

const ranking = fc.uniqueArray(fc.nat(60), { maxLength: 25 });

test('a fusion contains every item of the rankings once, and no others', () => {
  fc.assert(
    fc.property(ranking, ranking, (one, other) => {
      const both = fuseRankings([one, other]);
      expect(both.toSorted()).toEqual([...new Set([...one, ...other])].toSorted());
    }),
  );
});

test('a single ranking, or the same one twice, keeps its order', () => {
  fc.assert(
    fc.property(ranking, (one) => {
      expect(fuseRankings([one])).toEqual(one);
      expect(fuseRankings([one, []])).toEqual(one);
      expect(fuseRankings([one, one])).toEqual(one);
    }),
  );
});

test('rising in a ranking never lowers an item', () => {
  fc.assert(
    fc.property(
      ranking.filter(({ length }) => length > 1),
      ranking,
      fc.nat(),
      (one, other, seed) => {
        const place = 1 + (seed % (one.length - 1));
        const item = one[place] ?? 0;
        const risen = [...one];
        risen.splice(place, 1);
        risen.splice(place - 1, 0, item);
        const before = fuseRankings([one, other]).indexOf(item);
        expect(fuseRankings([risen, other]).indexOf(item)).toBeLessThanOrEqual(before);
      },
    ),
  );
});

test('an item ahead in both rankings stays ahead', () => {
  fc.assert(
    fc.property(ranking, ranking, (one, other) => {
      const both = fuseRankings([one, other]);
      for (const [at, item] of both.entries()) {
        for (const later of both.slice(0, at)) {
          const beaten = [one, other].every(
            (list) => list.includes(item) && list.includes(later) && list.indexOf(item) < list.indexOf(later),
          );
          expect(beaten).toBe(false);
        }
      }
    }),
  );
});

test('an item in both rankings comes before items that only one has at the same position', () => {
  expect(
    fuseRankings([
      ['words', 'both'],
      ['meaning', 'both'],
    ]),
  ).toEqual(['both', 'words', 'meaning']);
});
