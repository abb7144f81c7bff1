import { z } from 'zod';
import { whenNeeded } from '../../platform/model/remembered.ts';
import { cleanName } from '../../platform/model/name.ts';
import { find } from './find.ts';
import { emptyIndex, withFresh, type SearchIndex } from './index.ts';
import { queryLimits, wordLimits, parseQuery } from './query.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { filtersOf, searchedNote, type SearchedNote } from './note.ts';
import { wordsOf } from './words.ts';

/** What a person sends to save a search: the query as /search has it. */
export const NewSavedSearch = z.strictObject({
  query: z
    .string()
    .transform(cleanName)
    .pipe(
      z
        .string()
        .min(1, 'Say what to search for.')
        .max(queryLimits.length, `A search has at most ${queryLimits.length} characters.`),
    ),
});

/** A search that a person is told of when a new note answers it. */
export const SavedSearch = z.object({ id: z.uuid(), query: z.string(), createdAt: z.iso.datetime() });
export type SavedSearch = z.infer<typeof SavedSearch>;

/** Characters of a word that bring a search and a note together: every form of a word that counts begins with them. */
const anchorLength = 4;
const beginOf = (word: string) => `w:${[...word].slice(0, anchorLength).join('')}`;

/**
 * The keys under one of which every note that answers a query is found (see `anchorsOf`); none for a query by which new
 * notes cannot be told, such as one that names only dates.
 */
export function anchorsOfQuery(text: string): string[] {
  const { words, filters } = settled(text);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest !== undefined) return [beginOf(longest)];
  const named = filters.flatMap((filter) => ('keys' in filter ? [filter.keys.map((key) => `f:${key}`)] : []));
  return named[0] ?? [];
}

/** The keys of a note under which the searches are found that it may answer. */
export function anchorsOf(note: SearchedNote): string[] {
  const texts = [note.title, note.text, note.tags.join(' '), note.author, note.handle.replaceAll('_', ' '), note.host];
  const begins = texts
    .flatMap((text) => wordsOf(text, { ends: true }))
    .flatMap(({ word }) => {
      const letters = [...word].slice(0, anchorLength);
      return letters.map((_, index) => `w:${letters.slice(0, index + 1).join('')}`);
    });
  return [...new Set([...begins, ...filtersOf(note).map((key) => `f:${key}`)])];
}

/**
 * Tells of queries whether this note answers them: the search would find it, and nothing that was asked for is missing.
 * Stricter than the search where that guesses: no slips are forgiven, and names of tags, people and sites are whole.
 */
export function answeredBy(note: SearchedNote): (query: string) => Promise<boolean> {
  const own = new Set(filtersOf(note));
  const index = whenNeeded(() => indexOf(note));
  return async (query) => {
    const { filters } = settled(query);
    const named = filters.every((filter) => !('keys' in filter) || filter.keys.some((key) => own.has(key)));
    if (!named) return false;
    const { hits } = await find(index(), `${query} `, 1);
    return hits[0]?.missing.length === 0;
  };
}

/**
 * Tells of the queries of smart collections whether a note answers them. Its text is looked at as it is written, but for
 * addresses behind links: to prepare it for readers costs many times more, and a collection looks through hundreds.
 */
export function matchedBy({
  note,
  author,
}: Pick<PublishedNote, 'note' | 'author'>): (query: string) => Promise<boolean> {
  const text = note.body.slice(0, wordLimits.text).replace(/\]\([^()\s]*\)/g, ']');
  return answeredBy({ ...searchedNote({ note, author, html: '', excerpt: '', minutes: 1 }), text });
}

/** A query that nobody is typing any more. */
const settled = (text: string) => parseQuery(`${text} `);

/** An index of one note, in which no word is taken for a slip of another. */
function indexOf(note: SearchedNote): SearchIndex {
  const index = withFresh(emptyIndex, { notes: [note], gone: [] });
  return {
    ...index,
    // Slips are looked up by less than half of a word; its own forms by more.
    words: async (prefix, word) => ([...prefix].length * 2 > [...word].length ? index.words(prefix, word) : new Map()),
    ending: async () => [],
  };
}
