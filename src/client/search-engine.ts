import MiniSearch from 'minisearch';
import type { FoundNote } from '../domain/search-index.ts';
import { comparable, wordsOf } from './search-words.ts';

/** A note that was found, and the comparable words in it that were asked for. */
export type Hit = { note: FoundNote; terms: ReadonlySet<string> };

/**
 * Searches these notes for all words of a query, best first: a word also finds longer ones that begin with it, and
 * from five letters on it forgives a slip. Titles count most, then tags and names.
 */
export function searchAmong(notes: readonly FoundNote[]): (query: string) => Hit[] {
  const byId = new Map(notes.map((note) => [note.id, note]));
  const index = new MiniSearch<FoundNote>({
    fields: ['title', 'tags', 'author', 'handle', 'excerpt', 'host'],
    extractField: (note, field) => {
      const value = note[field as keyof FoundNote];
      return Array.isArray(value) ? value.join(' ') : String(value);
    },
    tokenize: wordsOf,
    processTerm: (word) => comparable(word) || null,
    searchOptions: {
      boost: { title: 4, tags: 3, author: 2 },
      combineWith: 'AND',
      prefix: true,
      // Two letters changed places count as two slips.
      fuzzy: (term) => (term.length > 6 ? 2 : term.length > 4 ? 1 : false),
    },
  });
  index.addAll(notes);
  return (query) =>
    index.search(query).flatMap(({ id, terms }) => {
      const note = byId.get(String(id));
      return note ? [{ note, terms: new Set(terms) }] : [];
    });
}
