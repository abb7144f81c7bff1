import { comparable, wordsOf } from './words.ts';

/** Limits of the index and of a search, so that neither grows with the length of a note or a query. */
export const wordLimits = {
  /** Notes in the list of one word: those about which it says the most. */
  postings: 1000,
  /** Characters of a note that are searched and shown in passages: about 7,000 words. */
  text: 40_000,
} as const;

/** The average size of a file of each kind, in bytes. */
export const fileBytes = { words: 8192, filters: 8192, ends: 8192, notes: 8192 } as const;

export const queryLimits = {
  /** Characters of a query that are read, and words of it that are looked up. */
  length: 1000,
  words: 24,
  /** Files of words that are read for one beginning of a word. */
  files: 4,
  /** Words that match one that is being typed, and a misspelt one. */
  completions: 24,
  slips: 6,
  /** Notes whose text is read to find those that meet every condition. */
  checked: 80,
} as const;

/** How many searches one person may save. */
export const maxSavedSearches = 20;

/** A condition for every note that is found: `keys` are keys of the index (`tag:web`), of which one is enough. */
export type Filter = { keys: string[] } | { from: string; to: string };

/** A parsed query. Words are in their comparable form; those of a phrase follow each other. */
export type Query = {
  words: string[];
  /** The word that is still being typed, which longer ones complete. */
  typing: string | undefined;
  phrases: string[][];
  without: string[][];
  filters: Filter[];
  withoutFilters: Filter[];
};

const part = /(-?)(?:(tag|person|by|from|site|kind|is|date|on|after|before):|([#@]))?(?:"([^"]*)("?)|([^\s"]+))/giu;
const day = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;

/**
 * Parses a query: words, "a phrase", -excluded, and filters: `tag:`, `person:` or `from:`, `site:`, `kind:` or `is:`, `date:` (a year, month
 * or day, or `from..to`), `after:`, `before:`, `#tag`, `@person`. Anything else is words.
 */
export function parseQuery(text: string): Query {
  const query: Query = { words: [], typing: undefined, phrases: [], without: [], filters: [], withoutFilters: [] };
  const input = text.slice(0, queryLimits.length);
  const filterGroups = new Map<string, string[]>();
  for (const [whole, minus, name, symbol, quoted, , plain = ''] of input.matchAll(part)) {
    const value = quoted ?? plain;
    const kind = symbol === '#' ? 'tag' : symbol === '@' ? 'person' : name?.toLowerCase();
    const filter = kind === undefined ? undefined : filterOf(kind, value);
    if (filter && minus) query.withoutFilters.push(filter);
    else if (filter && 'keys' in filter && !filter.keys[0]?.startsWith('tag:')) {
      const group = filter.keys[0]?.split(':')[0] ?? '';
      filterGroups.set(group, [...(filterGroups.get(group) ?? []), ...filter.keys]);
    } else if (filter) query.filters.push(filter);
    else {
      const words = wordsOf(kind === undefined ? value : whole).map(({ word }) => word);
      if (minus) query.without.push(words);
      else if (quoted !== undefined && words.length > 1) query.phrases.push(words);
      if (!minus) query.words.push(...words);
    }
  }
  query.filters.push(...[...filterGroups.values()].map((keys) => ({ keys })));
  query.words = [...new Set(query.words)].slice(0, queryLimits.words);
  query.phrases = lookedUp(query.phrases);
  query.without = lookedUp(query.without);
  if (/[\p{L}\p{M}\p{N}]$/u.test(input) && !/"[^"]*$/.test(input)) query.typing = query.words.at(-1);
  return query;
}

/** Each phrase once, cut to the limit of words that are looked up, as long as all together stay within it. */
function lookedUp(phrases: readonly string[][]): string[][] {
  const cut = phrases.map((words) => words.slice(0, queryLimits.words)).filter(({ length }) => length > 0);
  let left: number = queryLimits.words;
  return [...new Map(cut.map((words) => [words.join(' '), words])).values()].filter(({ length }) => {
    if (length > left) return false;
    left -= length;
    return true;
  });
}

/** Parses a query of words, phrases and exclusions, for a search without filters. */
export function parseWords(text: string): Query {
  const { words, typing, phrases, without } = parseQuery(text.replaceAll(/[:#@]/g, ' '));
  return { words, typing, phrases, without, filters: [], withoutFilters: [] };
}

/** The words of a query, without its filters and exclusions. */
export function wordsAsked(text: string): string {
  const words = [...text.slice(0, queryLimits.length).matchAll(part)].flatMap(
    ([whole, minus, name, symbol, quoted, , plain = '']) => {
      if (minus) return [];
      if (name === undefined && symbol === undefined) return [quoted ?? plain];
      return filterOf(symbol ? 'tag' : (name ?? '').toLowerCase(), quoted ?? plain) ? [] : [whole];
    },
  );
  return words.join(' ').trim();
}

export function isEmpty({ words, filters }: Query): boolean {
  return words.length === 0 && filters.length === 0;
}

function filterOf(kind: string, value: string): Filter | undefined {
  if (value === '') return undefined;
  switch (kind) {
    case 'tag':
      return { keys: [`tag:${comparable(value.replace(/^#/, ''))}`] };
    case 'person':
    case 'by':
    case 'from':
      return { keys: [`person:${value.replace(/^@/, '').toLowerCase()}`] };
    case 'site':
      return {
        keys: [
          `site:${value
            .replace(/^(?:https?:\/\/)?(?:www\.)?/i, '')
            .replace(/\/.*$/, '')
            .toLowerCase()}`,
        ],
      };
    case 'kind':
    case 'is':
      return /^(?:link|text)$/i.test(value) ? { keys: [`kind:${value.toLowerCase()}`] } : undefined;
    case 'after':
      return day.test(value) ? { from: value, to: '9' } : undefined;
    case 'before':
      return day.test(value) ? { from: '', to: dayBefore(value) } : undefined;
    default: {
      const [from = '', to = from] = value.split('..');
      const valid = [from, to].every((end) => end === '' || day.test(end)) && from + to !== '';
      return valid ? { from, to: to === '' ? '9' : to } : undefined;
    }
  }
}

/** The last day before a year, month or day begins. */
function dayBefore(value: string): string {
  const first = `${value}-01-01`.slice(0, value.length === 4 ? 10 : value.length === 7 ? 10 : value.length);
  const at = Date.parse(value.length === 7 ? `${value}-01` : first);
  return Number.isNaN(at) ? value : new Date(at - 86_400_000).toISOString().slice(0, 10);
}
