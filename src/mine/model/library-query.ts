import { normalizeTag, tagPattern, tagSigns } from '../../platform/model/tag.ts';

/** One condition that a query sets by a filter; what it must not be begins with `-`. */
export interface LibraryFilter {
  name: FilterName;
  value: string;
  not: boolean;
}

const filterNames = ['in', 'is', 'tag', 'site', 'from', 'before', 'after', 'collection'] as const;
type FilterName = (typeof filterNames)[number];

/** States of `is:`, in the words of the side bar. */
export const libraryStates = [
  ...([
    'unread',
    'reading',
    'archived',
    'starred',
    'draft',
    'private',
    'unlisted',
    'public',
    'hidden',
    'own',
    'broken',
  ] as const),
  ...(['saved', 'link', 'text', 'untagged', 'unsorted'] as const),
] as const;
export type LibraryState = (typeof libraryStates)[number];

/** Where `in:` searches. */
export const libraryPlaces = ['library', 'copies', 'highlights', 'comments', 'public'] as const;
export type LibraryPlace = (typeof libraryPlaces)[number];

/** A year, a month of it or a day of that, of those that there are. */
function isDay(value: string): boolean {
  if (!/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
const valid: Record<FilterName, (value: string) => boolean> = {
  in: (value) => libraryPlaces.some((place) => place === value),
  is: (value) => libraryStates.some((state) => state === value),
  tag: (value) => tagPattern.test(value),
  site: (value) => /^\S+$/.test(value),
  from: Boolean,
  before: isDay,
  after: isDay,
  collection: Boolean,
};

/** What is asked of a library: `words` is the rest, with phrases in quotation marks and words that must not be. */
export interface ParsedQuery {
  words: string;
  filters: LibraryFilter[];
  /** What looks like a filter and is none or has nothing behind it, and signs that no word has, as they were typed. */
  unknown: string[];
}

const bareFilter = new RegExp(`^-?(?:${filterNames.join('|')}):$`, 'i');
/** What a phrase or a word that must not be begins with: nothing is asked until more is typed. */
const begun = /^[-"\s]*$/;
const part = /(-?)(?:([a-z]+):(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))/giu;

/**
 * Reads what was typed: words, `"a phrase"`, `-word`, and the filters `in: is: tag: site: from: before: after:
 * collection:`, each also with `-` before it. What has the form of a filter and a name or value that nobody knows is
 * told, and not searched for. Never throws on any text.
 */
export function parseLibraryQuery(text: string): ParsedQuery {
  const parsed: ParsedQuery = { words: '', filters: [], unknown: [] };
  const words: string[] = [];
  for (const [whole, minus, typed, quoted, plain = ''] of text.matchAll(part)) {
    const value = (quoted ?? plain).trim();
    const name = filterNames.find((one) => one === typed?.toLowerCase());
    if (typed === undefined) (bareFilter.test(whole) ? parsed.unknown : words).push(whole);
    else if (name && valid[name](folded(name, value))) {
      parsed.filters.push({ name, value: folded(name, value), not: minus === '-' });
    } else parsed.unknown.push(whole);
  }
  parsed.words = words.join(' ');
  // Beside words, signs are what titles have between them.
  if (!/[\p{L}\p{N}]/u.test(parsed.words)) {
    parsed.words = '';
    parsed.unknown.push(...words.filter((word) => !begun.test(word)));
  }
  return parsed;
}

function folded(name: FilterName, value: string): string {
  const lower = value.toLowerCase();
  if (name === 'tag') return normalizeTag(value);
  if (name === 'from') return lower.replace(/^@/, '');
  if (name !== 'site') return lower;
  return lower.replace(/^(?:https?:\/\/)?(?:www\.)?/, '').replace(/\/.*$/, '');
}

const listed = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What is wrong with a filter that a library does not know, as one sentence. */
export function noticeOf(typed: string): string {
  const [, before, value = ''] = /^-?([a-z]+):"?([^"]*)/iu.exec(typed) ?? [];
  if (before === undefined) return `${typed} has no letter or number to search for, so it was ignored.`;
  const name = filterNames.find((one) => one === before.toLowerCase());
  if (!name) {
    const names = listed(filterNames.map((one) => `${one}:`));
    return `${typed} isn’t a filter like ${names}, so it was ignored.`;
  }
  if (value.trim() === '') return `${typed} has nothing after it, so it was ignored.`;
  switch (name) {
    case 'collection':
      return `There’s no collection called “${value}”.`;
    case 'from':
      if (value === '@') break;
      return `Nobody in your library is called “${value}”${isDay(value) ? `: for dates, use after:${value} or before:${value}` : ''}.`;
    case 'tag':
      return `${typed} isn’t a tag, which is made of ${tagSigns}, so it was ignored.`;
    case 'site':
      return `${typed} isn’t a site like example.org, so it was ignored.`;
    case 'before':
    case 'after':
      return `${typed} has no date like 2026, 2026-05 or 2026-05-17 after it, so it was ignored.`;
    case 'in':
      return `${typed} isn’t one of ${listed(libraryPlaces)}, so it was ignored.`;
    case 'is':
      return `${typed} isn’t one of ${listed(libraryStates)}, so it was ignored.`;
  }
  return `${typed} names nothing, so it was ignored.`;
}

interface SmartCollection {
  id: string;
  name: string;
  search: string;
}

/** Whether a filter means this collection. No value of a filter has quotation marks. */
export const isCalled = (value: string) => (one: { id: string; name: string }) =>
  one.id === value || one.name.toLowerCase().replaceAll('"', '') === value;

/** Those of some collections whose notes follow from a search. */
export function smartOf(all: readonly { id: string; name: string; search: string | null }[]): SmartCollection[] {
  return all.flatMap(({ id, name, search }) => (search === null ? [] : [{ id, name, search }]));
}

/**
 * The same query with the searches of smart collections in the place of their names, so that what is in them follows from
 * those. One that is searched for with `-` stays as it is.
 */
export function withSearches(text: string, smart: readonly SmartCollection[]): string {
  return text.replace(
    part,
    (whole: string, minus: string, typed?: string, quoted?: string, plain: string | undefined = '') => {
      const value = (quoted ?? plain).trim().toLowerCase();
      if (minus || typed?.toLowerCase() !== 'collection') return whole;
      return smart.find(isCalled(value))?.search ?? whole;
    },
  );
}

/** The places that a query names by `in:`; it is enough to be in one of them. */
export function placesIn(filters: readonly LibraryFilter[]): LibraryPlace[] {
  return filters.filter(({ name, not }) => name === 'in' && !not).map(({ value }) => value as LibraryPlace);
}

/** Whether a query is about what is public alone. */
export function isPublicOnly(filters: readonly LibraryFilter[]): boolean {
  const places = placesIn(filters);
  return places.length > 0 && places.every((place) => place === 'public');
}

/** Whether only what is one's own has what a filter asks for. */
export const isAboutOwn = ({ name, value }: LibraryFilter) =>
  name === 'is' || name === 'collection' || (name === 'from' && value === 'me');

/**
 * The same query as the search of public notes reads it; undefined where it asks for nothing of those: for what only one's
 * own things have, for another place, or without words.
 */
export function publicQueryOf(text: string): string | undefined {
  const { words, filters } = parseLibraryQuery(text);
  const places = placesIn(filters);
  if (places.length > 0 ? !places.includes('public') : words === '') return undefined;
  if (filters.some((one) => isAboutOwn(one) || (one.not && one.value === 'public'))) {
    return undefined;
  }
  const narrowing = filters.flatMap(({ name, value, not }) =>
    name === 'in' ? [] : `${not ? '-' : ''}${name === 'from' ? 'person' : name}:"${value.replaceAll('"', '')}"`,
  );
  return [...narrowing, words].join(' ').trim();
}

/** A filter as it is typed. */
export function typedFilter({ name, value, not }: LibraryFilter): string {
  return `${not ? '-' : ''}${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}
