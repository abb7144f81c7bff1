import type { OwnFound } from '../../search/model/own/search.ts';
import { placeBits, stateBits, type Library, type Names } from './library-columns.ts';
import { facetsOf, mostFirst, type Counted, type Members } from './library-facets.ts';
import { replaces } from './library-view.ts';
import type { Facet, Facets, LibraryItem, LibraryPage, LibraryQuery } from './library.ts';
import { isCollectionNamed, parentsOf, type NestedCollection } from '../../search/model/own/collection-searches.ts';
import {
  parseLibraryQuery,
  placesIn,
  typedFilter,
  type LibraryFilter,
  type LibraryPlace,
  type LibraryState,
} from '../../search/model/own/library-query.ts';

/** The owner of the library, with the names that queries use. */
export interface LibraryOwner {
  handle: string;
  name: string;
}

/** How well documents match the words of a query, from an index. */
type Scored = Pick<OwnFound, 'parts'>;

/** The collections and the person that names in a query refer to. */
interface Meant {
  collections?: readonly NestedCollection[] | undefined;
  oneself?: LibraryOwner | undefined;
}
type Known = Meant & { scored?: Scored | undefined };

/**
 * Answers a query: the items that satisfy all its filters and, if it has words, are in `scored`. The same on the server and
 * on a device. `smart`: by smart collection, its items (see `membersOf`), which are then counted too.
 */
export function findInLibrary(
  library: Library,
  query: LibraryQuery,
  { scored, smart = new Map(), ...meant }: Known & { smart?: ReadonlyMap<string, Members> | undefined } = {},
): Omit<LibraryPage, 'behind'> {
  const { filters, unknown } = parseLibraryQuery(query.q);
  const scores = scored && scoresIn(library, scored);
  const isByScore = scores !== undefined && query.sort === undefined;
  const { isFound, count } = narrowed(library, filters, scores, meant);
  const sorted = new Uint32Array(count);
  let next = 0;
  const sort = query.sort ?? 'saved';
  for (const number of library.order(sort)) if (isFound[number] === 1) sorted[next++] = number;
  const start = Math.min(query.cursor, count);
  const end = Math.min(start + query.count, count);
  const order = isByScore ? bestFirst(sorted, scores, query.reverse ? count : end) : sorted;
  if (query.reverse) {
    let last = count;
    while (!isByScore && last > 0 && library.lacksKey(order[last - 1]!, sort)) last -= 1;
    order.subarray(0, last).reverse();
  }
  return {
    items: Array.from(order.slice(start, end)).flatMap((number) => library.rows[number] ?? []),
    total: count,
    facets: countsOf(library, filters, {
      isFound,
      smart,
      parents: parentsOf(meant.collections ?? []),
      narrow: (some) => narrowed(library, some, scores, meant).isFound,
    }),
    next: end < count ? String(end) : null,
    unknown: [...unknown, ...missingNames(library, filters, meant)],
  };
}

/**
 * Counts what each filter would find if it were chosen. One that takes the place of a filter of the query, such as another
 * site or state, is counted without that filter.
 */
function countsOf(
  library: Library,
  filters: readonly LibraryFilter[],
  found: Counted & { isFound: Members; narrow: (filters: LibraryFilter[]) => Members },
): Facets {
  const facets = facetsOf(library, found.isFound, found);
  for (const filter of filters) {
    if (filter.not || (filter.name !== 'site' && filter.name !== 'is')) continue;
    const isReplaced = ({ name }: Facet) => replaces(filter, { name: filter.name, value: name });
    const kind = filter.name === 'site' ? 'sites' : 'states';
    const others = found.narrow(filters.filter((one) => one.not || !replaces(filter, one)));
    const instead = facetsOf(library, others)[kind].filter(isReplaced);
    facets[kind] = mostFirst([...facets[kind].filter((facet) => !isReplaced(facet)), ...instead]);
  }
  return facets;
}

/** All items that a query finds, in no order. */
export function membersOf(library: Library, q: string, { scored, ...meant }: Known): Members {
  return narrowed(library, parseLibraryQuery(q).filters, scored && scoresIn(library, scored), meant).isFound;
}

function narrowed(
  library: Library,
  filters: readonly LibraryFilter[],
  scores: Float64Array | undefined,
  meant: Meant,
): { isFound: Members; count: number } {
  const { needed, refused, places, rest } = conditionsOf(library, filters, meant, scores !== undefined);
  const isFound = new Uint8Array(library.given);
  let count = 0;
  // In the order of their numbers, which is their order in memory.
  for (let number = 0; number < isFound.length; number += 1) {
    const flags = library.flags[number] ?? 0;
    if (flags === 0 || (flags & needed) !== needed || (flags & refused) !== 0) continue;
    if ((places !== undefined && (flags & places) === 0) || (scores && !(scores[number]! >= 0))) continue;
    if (rest.length > 0 && !rest.every((holds) => holds(number))) continue;
    isFound[number] = 1;
    count += 1;
  }
  return { isFound, count };
}

/** By number: the score of an item; below 0 if it does not match. */
function scoresIn(library: Library, { parts }: Scored): Float64Array {
  const numbers = parts.map(({ ids }) => library.numbersOf(ids));
  const scores = new Float64Array(library.given).fill(-1);
  for (const [part, { scores: partScores }] of parts.entries()) {
    const numbered = numbers[part]!;
    for (let at = 0; at < partScores.length; at += 1) {
      const score = partScores[at] ?? -1;
      if (score >= 0) scores[numbered[at] ?? 0] = score;
    }
  }
  return scores;
}

/**
 * The `max` best items, best first; equal ones keep their order. Numbers sort much faster than with a comparison function:
 * each is the difference to the best score, to 30 bits, followed by the item's place.
 */
function bestFirst(numbers: Uint32Array, scores: Float64Array, max: number): Uint32Array {
  let best = 0;
  for (const number of numbers) best = Math.max(best, scores[number]!);
  const missing = new Uint32Array(numbers.length);
  const alike = new Uint32Array(buckets + 1);
  for (let at = 0; at < numbers.length; at += 1) {
    missing[at] = best === 0 ? 0 : Math.round((1 - scores[numbers[at]!]! / best) * 2 ** 30);
    alike[missing[at]! >>> bucketBits]! += 1;
  }
  // Only the buckets with the first `max` items are sorted.
  let [last, reached] = [0, alike[0]!];
  while (reached < max && last < buckets) reached += alike[(last += 1)]!;
  const keys = new Float64Array(reached);
  let next = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    if (missing[at]! >>> bucketBits <= last) keys[next++] = missing[at]! * places + at;
  }
  keys.sort();
  return Uint32Array.from(keys.subarray(0, max), (key) => numbers[key % places]!);
}

const places = 2 ** 22;
const bucketBits = 20;
const buckets = 2 ** (30 - bucketBits);

/** The flags that filters require, exclude, and require at least one of; and the other conditions. */
function conditionsOf(library: Library, filters: readonly LibraryFilter[], meant: Meant, hasWords: boolean) {
  const named = placesIn(filters);
  // Notes that the person only commented on are found by words, or if comments are searched.
  let needed = hasWords || named.includes('comments') ? 0 : placeBits.library;
  let refused = 0;
  const rest: ((number: number) => boolean)[] = [];
  for (const { name, value, not } of filters) {
    if (name === 'is' || (name === 'in' && not)) {
      const bit = name === 'is' ? stateBits[value as LibraryState] : placeBits[value as LibraryPlace];
      if (not) refused |= bit;
      else needed |= bit;
    } else if (name !== 'in') {
      const holds = conditionOf(library, { name, value }, meant);
      rest.push(not ? (number) => !holds(number) : holds);
    }
  }
  const places = named.length > 0 ? named.reduce((sum, place) => sum | placeBits[place], 0) : undefined;
  return { needed, refused, places, rest };
}

function conditionOf(
  library: Library,
  { name, value }: { name: Exclude<LibraryFilter['name'], 'in' | 'is'>; value: string },
  { collections = [], oneself }: Meant,
): (number: number) => boolean {
  const of = (holds: (item: LibraryItem) => boolean) => (number: number) => holds(library.rows[number]!);
  switch (name) {
    case 'tag': {
      const meant = library.names.tags.find(value) ?? -1;
      return (number) => library.tags[number]!.includes(meant);
    }
    case 'site': {
      const meant = matching(library.names.sites, (site) => site === value || site.endsWith(`.${value}`));
      return (number) => meant[library.sites[number] ?? 0] === 1;
    }
    case 'collection': {
      const ids = new Set(collections.filter(isCollectionNamed(value)).map(({ id }) => id));
      const parents = parentsOf(collections);
      const meant = matching(library.names.collections, (id) => ids.has(id) || ids.has(parents.get(id) ?? ''));
      return (number) => library.collections[number]!.some((id) => meant[id] === 1);
    }
    case 'from':
      return of(({ note, copy }) => {
        if (value === 'me') return note.own;
        const author = note.own ? oneself : note.author;
        return (
          author?.handle.toLowerCase() === value ||
          [author?.name, copy?.author].some((name) => name?.toLowerCase().includes(value) === true)
        );
      });
    case 'before':
      return of(({ savedAt }) => savedAt < value);
    case 'after':
      // The day included: a note saved on that day counts.
      return of(({ savedAt }) => savedAt >= value);
  }
}

/** Filters that name a collection or person that nothing in the library has. */
function missingNames(library: Library, filters: readonly LibraryFilter[], meant: Meant): string[] {
  const isMissing = ({ name, value }: LibraryFilter): boolean => {
    // The search of a smart collection stands in its place, unless it cannot be excluded.
    if (name === 'collection') {
      const named = meant.collections?.find(isCollectionNamed(value));
      return !named || typeof named.search === 'string';
    }
    if (name !== 'from' || value === 'me') return false;
    const holds = conditionOf(library, { name, value }, meant);
    return !library.rows.some((item, number) => item && holds(number));
  };
  return filters.filter(isMissing).map(typedFilter);
}

/** By number of a name: 1 if it matches. */
function matching({ all }: Names, isMeant: (name: string) => boolean): Uint8Array {
  return Uint8Array.from(all, (name) => Number(isMeant(name)));
}
