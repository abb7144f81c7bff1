/** One condition that a query sets by a filter; what it must not be begins with `-`. */
export interface LibraryFilter {
  name: FilterName;
  value: string;
  not: boolean;
}

const filterNames = ['in', 'is', 'tag', 'site', 'from', 'before', 'after', 'collection'] as const;
type FilterName = (typeof filterNames)[number];

/** States of `is:`, in the words of the side bar. */
const states = [
  ...(['unread', 'reading', 'archived', 'starred', 'draft', 'private', 'unlisted', 'public', 'hidden', 'own'] as const),
  ...(['saved', 'link', 'text', 'untagged', 'unsorted'] as const),
] as const;
export type LibraryState = (typeof states)[number];

/** Where `in:` searches. */
const places = ['library', 'copies', 'highlights'] as const;

const day = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;
const valid: Record<FilterName, (value: string) => boolean> = {
  in: (value) => places.some((place) => place === value),
  is: (value) => states.some((state) => state === value),
  tag: Boolean,
  site: Boolean,
  from: Boolean,
  before: (value) => day.test(value),
  after: (value) => day.test(value),
  collection: Boolean,
};

/** What is asked of a library: `words` is the rest, with phrases in quotation marks and words that must not be. */
export interface ParsedQuery {
  words: string;
  filters: LibraryFilter[];
  /** What looks like a filter and is none, as it was typed. */
  unknown: string[];
}

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
    if (typed === undefined) words.push(whole);
    else if (name && valid[name](folded(name, value))) {
      parsed.filters.push({ name, value: folded(name, value), not: minus === '-' });
    } else parsed.unknown.push(whole);
  }
  parsed.words = words.join(' ');
  return parsed;
}

function folded(name: FilterName, value: string): string {
  const lower = value.toLowerCase();
  if (name === 'tag') return lower.replace(/^#/, '');
  if (name === 'from') return lower.replace(/^@/, '');
  if (name !== 'site') return lower;
  return lower.replace(/^(?:https?:\/\/)?(?:www\.)?/, '').replace(/\/.*$/, '');
}

/**
 * The same query with the searches of smart collections in the place of their names, so that what is in them follows from
 * those. One that is searched for with `-` stays as it is.
 */
export function withSearches(text: string, smart: readonly { id: string; name: string; search: string }[]): string {
  return text.replace(
    part,
    (whole: string, minus: string, typed?: string, quoted?: string, plain: string | undefined = '') => {
      const value = (quoted ?? plain).trim().toLowerCase();
      if (minus || typed?.toLowerCase() !== 'collection') return whole;
      return smart.find(({ id, name }) => id === value || name.toLowerCase() === value)?.search ?? whole;
    },
  );
}

/** A filter as it is typed. */
export function typedFilter({ name, value, not }: LibraryFilter): string {
  return `${not ? '-' : ''}${name}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}
