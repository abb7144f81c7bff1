import { noticeOf, parseLibraryQuery, part, typedFilter, type LibraryFilter } from './library-query.ts';

/** A collection, as far as queries name it. */
interface Named {
  id: string;
  name: string;
}

/** A collection with its place among the others; `search`: null or absent unless it is a smart one. */
export interface NestedCollection extends Named {
  parent?: string | null;
  search?: string | null;
}

interface SmartCollection extends Named {
  search: string;
}

/** Whether a filter's value means this collection. Values of filters have no quotation marks. */
export const isCollectionNamed = (value: string) => (one: Named) =>
  one.id === value || one.name.toLowerCase().replaceAll('"', '') === value;

/** By id of each ordinary collection that is nested in an ordinary one: the id of that. */
export function parentsOf(all: readonly NestedCollection[]): ReadonlyMap<string, string> {
  const ordinary = all.filter(({ search }) => typeof search !== 'string');
  const ids = new Set(ordinary.map(({ id }) => id));
  return new Map(ordinary.flatMap(({ id, parent }) => (parent && ids.has(parent) ? [[id, parent] as const] : [])));
}

/** Whether a query by a collection also finds what is in those inside it. */
export function findsNested(q: string, all: readonly NestedCollection[]): boolean {
  const parents = new Set(parentsOf(all).values());
  return parseLibraryQuery(q).filters.some(
    ({ name, value, not }) =>
      name === 'collection' && !not && all.some((one) => parents.has(one.id) && isCollectionNamed(value)(one)),
  );
}

/** The smart collections among some collections: their notes are the results of a search. */
export function smartCollectionsOf(
  all: readonly { id: string; name: string; search: string | null }[],
): SmartCollection[] {
  return all.flatMap(({ id, name, search }) => (search === null ? [] : [{ id, name, search }]));
}

/** Replaces the filters that name a collection; `to` returns undefined for those that stay. */
function replaceCollections(text: string, to: (value: string, not: boolean) => string | undefined): string {
  return text.replace(
    part,
    (whole: string, minus: string, typed?: string, quoted?: string, plain: string | undefined = '') => {
      if (typed?.toLowerCase() !== 'collection') return whole;
      return to((quoted ?? plain).trim().toLowerCase(), minus === '-') ?? whole;
    },
  );
}

/** How long a query becomes by the searches of smart collections: those that hold each other multiply. */
const maxLength = 10_000;

/**
 * The same query with the names of smart collections replaced by their searches, also in those searches. One that is
 * excluded with `-` is replaced if its search has only one part, and else stays, as do one that contains itself and one
 * whose search would make the query too long.
 */
export function withSearches(text: string, smart: readonly SmartCollection[]): string {
  const known = new Map<SmartCollection, { search?: string; excluded?: string | undefined }>();
  function searchesOf(one: SmartCollection) {
    const before = known.get(one);
    if (before) return before;
    // Found in its own search, it stays.
    known.set(one, {});
    const search = expanded(one.search);
    const both = { search, excluded: excluded(search) };
    known.set(one, both);
    return both;
  }
  function expanded(query: string): string {
    let { length } = query;
    return replaceCollections(query, (value, not) => {
      const found = smart.find(isCollectionNamed(value));
      const search = found && searchesOf(found)[not ? 'excluded' : 'search'];
      if (search === undefined || length + search.length > maxLength) return undefined;
      length += search.length;
      return search;
    });
  }
  return expanded(text);
}

/** The exclusion of what a search finds; undefined unless it has one part only. */
function excluded(search: string): string | undefined {
  const { words, filters, unknown } = parseLibraryQuery(search);
  const [filter] = filters;
  if (unknown.length > 0) return undefined;
  if (words === '' && filter && filters.length === 1) return typedFilter({ ...filter, not: !filter.not });
  return filters.length === 0 && /^(?:"[^"]+"|[^\s"-][^\s"]*)$/.test(words) ? `-${words}` : undefined;
}

/** The same search after a collection was renamed; `others` are the person's other collections. */
export function withRenamed(search: string, before: Named, now: Named, others: readonly Named[]): string {
  return replaceCollections(search, (value, not) =>
    value !== before.id && isCollectionNamed(value)(before) && !others.some(isCollectionNamed(value))
      ? typedFilter({ name: 'collection', value: now.name, not })
      : undefined,
  );
}

/** Why a search cannot fill a collection, as a sentence; undefined if it can. `isShown`: whether others see the collection. */
export function searchProblem(search: string, collections: readonly Named[], isShown: boolean): string | undefined {
  const { words, filters, unknown } = parseLibraryQuery(search);
  const [first] = unknown;
  if (first !== undefined) return noticeOf(first, '');
  const missing = filters.find(
    ({ name, value }) => name === 'collection' && !collections.some(isCollectionNamed(value)),
  );
  if (missing) return noticeOf(typedFilter({ ...missing, not: false }));
  if (words === '' && filters.length === 0) return 'Say what the collection should find.';
  const own = isShown ? filters.find((filter) => !isForOthers(filter)) : undefined;
  return own && `Only you can search by ${typedFilter(own)}. Remove it, or make the collection private.`;
}

/** Whether a filter is about what others can see of a note. */
export function isForOthers({ name, value }: LibraryFilter): boolean {
  if (name === 'collection') return false;
  if (name === 'in') return value === 'library';
  return name !== 'is' || statesForOthers.includes(value);
}

/** States that depend on the note alone, or that every public note of one's own has. */
const statesForOthers: readonly string[] = ['public', 'own', 'link', 'text', 'untagged'];
