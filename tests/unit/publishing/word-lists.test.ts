import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { numberOf, radix } from '../../../src/search/model/files.ts';
import { searchTables } from '../../../src/publishing/server/snapshot/schema.ts';
import { changeList, type ListChange } from '../../../src/publishing/server/search-files/word-lists.ts';
import { prepareQueries } from '../../../src/publishing/server/snapshot/rows.ts';

/** More notes than a list holds, each group of thirty using the word a little less than the one before. */
const postings = (from: number) =>
  Array.from({ length: 1_500 }, (_, at) => numberOf({ id: from + at, weight: 63 - Math.floor(at / 30) }, radix.words));

function lists() {
  const database = new DatabaseSync(':memory:');
  database.exec(searchTables);
  const ask = prepareQueries(database);
  return {
    change: (term: string, { gone = [], come = [] }: Partial<ListChange>) =>
      changeList(ask, () => undefined, { kind: 'words', term }, { gone, come }),
    list: (term: string) => ask.one<{ list: Uint8Array }>('SELECT list FROM search_words WHERE term = ?', term)?.list,
  };
}

test('a word whose notes were all removed at once leaves nothing to the next word', () => {
  const [used, fresh] = [lists(), lists()];
  used.change('gone', { come: postings(1) });
  used.change('gone', { gone: postings(1) });
  const notes = postings(10_000);
  for (const { change } of [used, fresh]) {
    change('here', { come: notes });
    change('here', { gone: notes.slice(0, 400) });
  }
  expect(used.list('gone')).toBeUndefined();
  expect(used.list('here')).toEqual(fresh.list('here'));
});
