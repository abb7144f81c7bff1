import {
  isKept,
  type Facet,
  type Facets,
  type LibraryItem,
  type LibraryPage,
  type LibraryQuery,
  type LibrarySort,
} from './library.ts';
import { whenNeeded } from '../../platform/model/remembered.ts';
import {
  parseLibraryQuery,
  placesIn,
  type LibraryFilter,
  type LibraryPlace,
  type LibraryState,
} from './library-query.ts';

/** What of a collection a query may name. */
export interface NamedCollection {
  id: string;
  name: string;
}

/** How well items answer the words of a query, by uuid; the others do not. */
export type Scores = ReadonlyMap<string, number>;

/** Items in one order each, made when it is first asked for; for as long as the items stay what they are. */
export interface Library {
  items: ReadonlyMap<string, LibraryItem>;
  /** What is kept; with `all`, also that below which the person only said something. */
  sorted(sort: LibrarySort, all?: boolean): readonly LibraryItem[];
  /** Of all that is kept. */
  facets(): Facets;
}

/** A library of these items. */
export function libraryOf(items: ReadonlyMap<string, LibraryItem>): Library {
  const orders = new Map<string, LibraryItem[]>();
  const kept = whenNeeded(() => [...items.values()].filter(isKept));
  const facets = whenNeeded(() => facetsOf(kept()));
  return {
    facets,
    items,
    sorted(sort, all = false) {
      const name = `${sort} ${all}`;
      const known = orders.get(name) ?? inOrder(all ? [...items.values()] : kept().slice(), sort);
      orders.set(name, known);
      return known;
    },
  };
}

const facetsShown = 200;

/**
 * Answers a query: those items that keep all its filters, of its words those that `scores` has. Pure, and the same on the
 * server and on a device.
 */
export function findInLibrary(
  library: Library,
  query: LibraryQuery,
  { scores, collections = [] }: { scores?: Scores | undefined; collections?: readonly NamedCollection[] } = {},
): Omit<LibraryPage, 'behind'> {
  const { filters, unknown } = parseLibraryQuery(query.q);
  const places = placesIn(filters);
  const keeps = filters
    .filter(({ name, not }) => name !== 'in' || not)
    .map((filter) => conditionOf(filter, collections));
  if (places.length > 0) keeps.push((item) => places.some((place) => isIn[place](item)));
  const asked = candidates(library, query, scores, places.includes('comments'));
  const found = keeps.length === 0 ? asked : asked.filter((item) => keeps.every((keep) => keep(item)));
  const start = query.cursor;
  const end = start + query.count;
  return {
    items: found.slice(start, end),
    total: found.length,
    facets: keeps.length === 0 && !scores ? library.facets() : facetsOf(found),
    next: end < found.length ? String(end) : null,
    unknown,
  };
}

function candidates(
  library: Library,
  { sort, reverse }: LibraryQuery,
  scores: Scores | undefined,
  all: boolean,
): readonly LibraryItem[] {
  const ordered =
    scores && sort === undefined
      ? [...scores].sort(([, one], [, other]) => other - one).flatMap(([uuid]) => library.items.get(uuid) ?? [])
      : scores
        ? library.sorted(sort ?? 'saved', true).filter((item) => scores.has(item.note.uuid))
        : library.sorted(sort ?? 'saved', all);
  return reverse ? ordered.toReversed() : ordered;
}

/** The latest, the shortest and the first of an alphabet come first; what has no such thing comes last. */
function inOrder(items: LibraryItem[], sort: LibrarySort): LibraryItem[] {
  const later = (one: string | null | undefined, other: string | null | undefined) => compare(other ?? '', one ?? '');
  const newest = (one: LibraryItem, other: LibraryItem) =>
    later(one.savedAt, other.savedAt) || compare(other.note.uuid, one.note.uuid);
  const by: Record<LibrarySort, (one: LibraryItem, other: LibraryItem) => number> = {
    saved: newest,
    read: (one, other) => later(one.reading?.changedAt, other.reading?.changedAt),
    published: (one, other) => later(one.note.publishedAt, other.note.publishedAt),
    title: (one, other) => compare(nameOf(one.note.title), nameOf(other.note.title)),
    length: (one, other) => one.minutes - other.minutes,
    site: (one, other) => compare(one.site || '\u{10ffff}', other.site || '\u{10ffff}'),
  };
  return items.sort((one, other) => by[sort](one, other) || newest(one, other));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
/** Without case and accents, and beginning with its first letter or digit. */
const nameOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .toLowerCase();

const is: Record<LibraryState, (item: LibraryItem) => boolean> = {
  unread: ({ reading }) => reading?.state === 'toread',
  reading: ({ reading }) => reading?.state === 'reading',
  archived: ({ reading }) => reading?.state === 'archived',
  starred: ({ reading }) => reading?.favourite === true,
  draft: ({ note }) => note.own && note.visibility === 'draft',
  private: ({ note }) => note.own && note.visibility === 'private',
  unlisted: ({ note }) => note.own && note.visibility === 'unlisted',
  public: ({ note }) => note.visibility === 'public' && note.hidden === undefined,
  hidden: ({ note }) => note.hidden !== undefined,
  own: ({ note }) => note.own,
  broken: ({ broken }) => broken !== undefined,
  saved: ({ note }) => !note.own,
  link: ({ note }) => note.kind === 'link',
  text: ({ note }) => note.kind === 'text',
  untagged: ({ note }) => note.tags.length === 0,
  unsorted: ({ collections }) => collections.length === 0,
};

/** What is public and not in a library is found elsewhere. */
const isIn: Record<LibraryPlace, (item: LibraryItem) => boolean> = {
  library: isKept,
  copies: ({ copy }) => copy !== null,
  highlights: ({ highlights }) => highlights > 0,
  comments: ({ comments }) => comments > 0,
  public: () => false,
};

const conditions = Object.entries(is);

function conditionOf(filter: LibraryFilter, collections: readonly NamedCollection[]): (item: LibraryItem) => boolean {
  const holds = positive(filter, collections);
  return filter.not ? (item) => !holds(item) : holds;
}

function positive({ name, value }: LibraryFilter, collections: readonly NamedCollection[]) {
  switch (name) {
    case 'in':
      return isIn[value as LibraryPlace];
    case 'is':
      return is[value as LibraryState];
    case 'tag':
      return ({ note }: LibraryItem) => note.tags.some((tag) => tag === value || tag.startsWith(`${value}/`));
    case 'site':
      return ({ site }: LibraryItem) => site === value || site.endsWith(`.${value}`);
    case 'from':
      return ({ note, copy }: LibraryItem) =>
        note.author?.handle.toLowerCase() === value ||
        [note.author?.name, copy?.author].some((author) => author?.toLowerCase().includes(value) === true);
    case 'before':
      return ({ savedAt }: LibraryItem) => savedAt < value;
    case 'after':
      // The day itself has begun: what is saved on it is after it began.
      return ({ savedAt }: LibraryItem) => savedAt >= value;
    case 'collection': {
      const meant = new Set(
        collections.filter((one) => one.id === value || one.name.toLowerCase() === value).map(({ id }) => id),
      );
      return (item: LibraryItem) => item.collections.some((id) => meant.has(id));
    }
  }
}

function facetsOf(found: readonly LibraryItem[]): Facets {
  const tags = new Map<string, number>();
  const sites = new Map<string, number>();
  const collections = new Map<string, number>();
  const states = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const item of found) {
    for (const tag of item.note.tags) count(tags, tag);
    if (item.site) count(sites, item.site);
    for (const id of item.collections) count(collections, id);
    for (const [state, holds] of conditions) if (holds(item)) count(states, state);
  }
  return { tags: listed(tags), sites: listed(sites), collections: listed(collections), states: listed(states) };
}

function listed(counts: ReadonlyMap<string, number>): Facet[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || compare(one.name, other.name))
    .slice(0, facetsShown);
}
