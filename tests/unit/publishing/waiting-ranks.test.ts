import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchTables } from '../../../src/publishing/server/snapshot/schema.ts';
import { postponedRanks } from '../../../src/publishing/server/search-files/word-lists.ts';
import { prepareQueries } from '../../../src/publishing/server/snapshot/rows.ts';

function ranksOf(word: number) {
  const database = new DatabaseSync(':memory:');
  database.exec(searchTables);
  const ask = prepareQueries(database);
  return { ranks: postponedRanks(ask, word), others: postponedRanks(ask, word + 1), ask };
}

// As large as real ranks, and few enough that many are added twice and many removed ones are present.
const rank = fc.nat(4_000).map((number) => number * 2 ** 26);
const change = fc.record({
  do: fc.constantFrom('add', 'add', 'remove', 'rise'),
  ranks: fc.array(rank, { maxLength: 900, size: 'max' }),
});

test('after any additions and removals, the ranks are stored in order and in small chunks', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 3, maxLength: 8, size: 'max' }), (changes) => {
      const { ranks, ask } = ranksOf(1);
      const expected = new Set<number>();
      for (const { do: way, ranks: those } of changes) {
        // The first ranks of the overflow move to the list.
        const these = way === 'rise' ? ranks.first(those.length) : those;
        if (way === 'add') these.forEach((one) => expected.add(one));
        else these.forEach((one) => expected.delete(one));
        ranks[way === 'add' ? 'add' : 'remove'](these);
        const inOrder = [...expected].sort((a, b) => a - b);
        expect(ranks.first(Infinity)).toEqual(inOrder);
        expect(ranks.first(700)).toEqual(inOrder.slice(0, 700));
        const rows = ask.all<{ size: number }>('SELECT length(ranks) / 8 AS size FROM search_rest');
        for (const { size } of rows) expect(size > 0 && size <= 512).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('each word has its own ranks', () => {
  const { ranks, others } = ranksOf(1);
  ranks.add([5, 3]);
  others.add([4]);
  ranks.remove([4, 5]);
  expect([ranks.first(9), others.first(9)]).toEqual([[3], [4]]);
});
