import { normalizeTag, tagPattern, tagSigns } from '../../../platform/model/tag.ts';

/** One condition set by a filter; `not` if it was typed with `-`. */
export interface LibraryFilter {
  name: FilterName;
  value: string;
  not: boolean;
}

const filterNames = ['in', 'is', 'tag', 'site', 'from', 'before', 'after', 'collection'] as const;
type FilterName = (typeof filterNames)[number];

/** The values of `is:`, named as in the sidebar. */
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

/** The values of `in:`. */
export const libraryPlaces = ['library', 'copies', 'highlights', 'comments', 'public'] as const;
export type LibraryPlace = (typeof libraryPlaces)[number];

/** Whether a value is an existing year, month (2026-05) or day (2026-05-17). */
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

/** A parsed query: `words` is the text without filters, with its quoted phrases and words excluded with `-`. */
export interface ParsedQuery {
  words: string;
  filters: LibraryFilter[];
  /** Parts as typed that look like a filter but are unknown or empty, and symbols without any word. */
  unknown: string[];
}

/** Names of the same filters in the search of public notes. */
const otherNames: Readonly<Record<string, FilterName>> = { person: 'from', by: 'from', kind: 'is' };

function filterNamed(typed: string | undefined): FilterName | undefined {
  const name = typed?.toLowerCase() ?? '';
  return filterNames.find((one) => one === name) ?? (Object.hasOwn(otherNames, name) ? otherNames[name] : undefined);
}

const bareFilter = new RegExp(`^-?(?:${filterNames.join('|')}):$`, 'i');
/** The beginning of a phrase or an excluded word: nothing is searched for until more is typed. */
const begun = /^[-"\s]*$/;
export const part = /(-?)(?:([a-z]+):(?!\/\/))?(?:"([^"]*)"?|([^\s"]+))/giu;

/**
 * Parses what was typed: words, `"a phrase"`, `-word`, and the filters `in: is: tag: site: from: before: after:
 * collection:`, each also with `-` before it. A filter with an unknown name or value is returned in `unknown` and not
 * searched for. Never throws.
 */
export function parseLibraryQuery(text: string): ParsedQuery {
  const parsed: ParsedQuery = { words: '', filters: [], unknown: [] };
  const words: string[] = [];
  for (const [whole, minus, typed, quoted, plain = ''] of text.matchAll(part)) {
    const value = (quoted ?? plain).trim();
    const name = filterNamed(typed);
    if (typed === undefined) (bareFilter.test(whole) ? parsed.unknown : words).push(whole);
    else if (name && valid[name](folded(name, value))) {
      parsed.filters.push({ name, value: folded(name, value), not: minus === '-' });
    } else parsed.unknown.push(whole);
  }
  parsed.words = words.join(' ');
  // Next to words, symbols are only the punctuation of titles.
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

/** Why a filter means nothing, as a sentence; `so` ends it. `isCollection`: whether a collection has the name in it. */
export function noticeOf(
  typed: string,
  so = ', so it was ignored',
  isCollection: (name: string) => boolean = () => false,
): string {
  const [, before, value = ''] = /^-?([a-z]+):"?([^"]*)/iu.exec(typed) ?? [];
  if (before === undefined) return `${typed} has no letter or number to search for${so}.`;
  const name = filterNamed(before);
  if (!name) return `${typed} isn’t a filter like ${listed(filterNames.map((one) => `${one}:`))}${so}.`;
  if (value.trim() === '') return `${typed} has nothing after it${so}.`;
  switch (name) {
    case 'collection':
      if (typed.startsWith('-')) {
        return `${typed} excludes nothing: you have no such collection, or its search has several parts.`;
      }
      if (isCollection(value.toLowerCase())) {
        return `“${value}” finds nothing here: its search contains itself, or is too long with the collections in it.`;
      }
      return `There’s no collection called “${value}”.`;
    case 'from':
      if (value === '@') break;
      return `Nobody in your library is called “${value}”${isDay(value) ? `: for dates, use after:${value} or before:${value}` : ''}.`;
    case 'tag':
      return `${typed} isn’t a tag, which is made of ${tagSigns}${so}.`;
    case 'site':
      return `${typed} isn’t a site like example.org${so}.`;
    case 'before':
    case 'after':
      return `${typed} has no date like 2026, 2026-05 or 2026-05-17 after it${so}.`;
    case 'in':
      return `${typed} isn’t one of ${listed(libraryPlaces)}${so}.`;
    case 'is':
      return `${typed} isn’t one of ${listed(libraryStates)}${so}.`;
  }
  return `${typed} names nothing${so}.`;
}

/** The places that a query names by `in:`; an item has to be in one of them. */
export function placesIn(filters: readonly LibraryFilter[]): LibraryPlace[] {
  return filters.filter(({ name, not }) => name === 'in' && !not).map(({ value }) => value as LibraryPlace);
}

/** Whether a query searches only public notes. */
export function isPublicOnly(filters: readonly LibraryFilter[]): boolean {
  const places = placesIn(filters);
  return places.length > 0 && places.every((place) => place === 'public');
}

/** Whether a filter asks for something that only the person's own items have. Every note is a link or a text. */
export const isOwnOnlyFilter = ({ name, value }: LibraryFilter) =>
  (name === 'is' && value !== 'link' && value !== 'text') ||
  name === 'collection' ||
  (name === 'from' && value === 'me');

/**
 * The same query for the search of public notes; undefined if it cannot find any: because of a filter for the person's own
 * items, because it names other places, or because it has no words.
 */
export function publicQueryOf(text: string): string | undefined {
  const { words, filters } = parseLibraryQuery(text);
  const places = placesIn(filters);
  if (places.length > 0 ? !places.includes('public') : words === '') return undefined;
  if (filters.some((one) => isOwnOnlyFilter(one) || (one.not && one.value === 'public'))) {
    return undefined;
  }
  const narrowing = filters.flatMap(({ name, value, not }) =>
    name === 'in' ? [] : `${not ? '-' : ''}${name === 'from' ? 'person' : name}:"${value.replaceAll('"', '')}"`,
  );
  return [...narrowing, words].join(' ').trim();
}

/** A filter in the form in which people type it. */
export function typedFilter({ name, value, not }: LibraryFilter): string {
  return `${not ? '-' : ''}${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}
