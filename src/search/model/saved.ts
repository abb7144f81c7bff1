import * as z from 'zod';
import { withParents } from '../../platform/model/tag.ts';
import { lazy } from '../../platform/model/memoized.ts';
import { cleanName } from '../../platform/model/name.ts';
import { isForOthers } from './own/collection-searches.ts';
import { parseLibraryQuery, part, type LibraryFilter } from './own/library-query.ts';
import { find } from './find.ts';
import { emptyIndex, withFresh, type SearchIndex } from './index.ts';
import { queryLimits, wordLimits, parseQuery } from './query.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { filtersOf, searchedNote, type SearchedNote } from './note.ts';
import { wordsOf } from './words.ts';

/** The request to save a search: the query as on /search. */
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

/** A saved search, whose owner is notified of new notes that match it. */
export const SavedSearch = z.object({ id: z.uuid(), query: z.string(), createdAt: z.iso.datetime() });
export type SavedSearch = z.infer<typeof SavedSearch>;

/** How many characters of a word connect a search with a note: every variant of a word begins with them. */
const anchorLength = 4;
const beginOf = (word: string) => `w:${[...word].slice(0, anchorLength).join('')}`;

/**
 * The keys of which every note that matches a query has one (see `anchorsOf`); empty for a query for which new notes
 * cannot be recognised, such as one of dates only.
 */
export function anchorsOfQuery(text: string): string[] {
  const { words, filters } = settled(text);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest !== undefined) return [beginOf(longest)];
  const named = filters.flatMap((filter) => ('keys' in filter ? [filter.keys.map((key) => `f:${key}`)] : []));
  return named[0] ?? [];
}

/** The keys of a note by which the searches are found that it may match. */
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
 * Returns a function that tests whether this note matches a query: the search would find it, and it lacks no word. It is
 * stricter where the search guesses: no misspelling is forgiven, and names of tags, people and sites must be complete.
 */
export function queryMatcher(note: SearchedNote): (query: string) => Promise<boolean> {
  const own = new Set(filtersOf(note));
  const index = lazy(() => indexOf(note));
  return async (query) => {
    const { filters } = settled(query);
    const named = filters.every((filter) => !('keys' in filter) || filter.keys.some((key) => own.has(key)));
    if (!named) return false;
    const { hits } = await find(index(), `${query} `, 1);
    return hits[0]?.missing.length === 0;
  };
}

/**
 * Returns a function that tests whether a public note matches the search of its author's smart collection, as in the
 * author's library. Filters that only the author can use find nothing. The text is read as Markdown, without the addresses
 * of links: rendering it costs many times more, and a collection tests hundreds of notes.
 */
export function matchedBy({
  note,
  author,
}: Pick<PublishedNote, 'note' | 'author'>): (query: string) => Promise<boolean> {
  const text = note.body.slice(0, wordLimits.text).replace(/\]\([^()\s]*\)/g, ']');
  const searched = { ...searchedNote({ note, author, html: '', excerpt: '', minutes: 1 }), text };
  const hasWords = queryMatcher(searched);
  return async (query) => {
    const { words, filters } = parseLibraryQuery(query);
    if (words === '' && filters.length === 0) return false;
    const isFound = filters.every(
      (filter) => isForOthers(filter) && passes(searched, note.createdAt, filter) !== filter.not,
    );
    if (!isFound || words === '') return isFound;
    const parts = [...words.matchAll(part)];
    if (parts.some(([, minus]) => minus !== '-')) return hasWords(words);
    // A search finds nothing by what it excludes alone, while the filters here have found the note.
    for (const [one] of parts) if (await hasWords(one.replace(/^-+/, ''))) return false;
    return true;
  };
}

function passes(note: SearchedNote, savedAt: string, { name, value }: LibraryFilter): boolean {
  const site = note.host.toLowerCase();
  switch (name) {
    case 'tag':
      return withParents(note.tags).includes(value);
    case 'site':
      return site === value || site.endsWith(`.${value}`);
    case 'from':
      return value === 'me' || note.handle.toLowerCase() === value || note.author.toLowerCase().includes(value);
    case 'before':
      return savedAt < value;
    case 'after':
      return savedAt >= value;
    case 'is':
      return value === 'untagged'
        ? note.tags.length === 0
        : value === 'public' || value === 'own' || value === note.kind;
    default:
      return true;
  }
}

/** Parses a query that is no longer being typed. */
const settled = (text: string) => parseQuery(`${text} `);

/** An index of one note, in which no word is taken for a misspelling of another. */
function indexOf(note: SearchedNote): SearchIndex {
  const index = withFresh(emptyIndex, { notes: [note], gone: [] });
  return {
    ...index,
    // Misspellings are looked up by less than half of a word, its variants by more.
    words: async (prefix, word) => ([...prefix].length * 2 > [...word].length ? index.words(prefix, word) : new Map()),
    ending: async () => [],
  };
}
