import { withParents } from '../../platform/model/tag.ts';
import {
  libraryPlaces,
  libraryStates,
  type LibraryPlace,
  type LibraryState,
} from '../../search/model/own/library-query.ts';
import { isKept, type LibraryItem, type LibrarySort } from './library.ts';

/** The conditions that queries use most; each is one bit of an item's number. */
const flags: Record<LibraryState | LibraryPlace, (item: LibraryItem) => boolean> = {
  unread: ({ reading }) => reading?.state === 'toread',
  reading: ({ reading }) => reading?.state === 'reading',
  archived: ({ reading }) => reading?.state === 'archived',
  starred: ({ reading }) => reading?.favourite === true,
  draft: ({ note }) => note.own && note.visibility === 'draft',
  private: ({ note }) => note.own && note.visibility === 'private',
  unlisted: ({ note }) => note.own && note.visibility === 'unlisted',
  // The search place `public` looks in other people's notes, which are not in this library (see `placeBits`).
  public: ({ note }) => note.visibility === 'public' && note.hidden === undefined,
  hidden: ({ note }) => note.hidden !== undefined,
  own: ({ note }) => note.own,
  broken: ({ broken }) => broken !== undefined,
  saved: ({ note }) => !note.own,
  link: ({ note }) => note.kind === 'link',
  text: ({ note }) => note.kind === 'text',
  untagged: ({ note }) => note.tags.length === 0,
  unsorted: ({ collections }) => collections.length === 0,
  library: isKept,
  copies: ({ copy }) => copy !== null,
  highlights: ({ highlights }) => highlights > 0,
  comments: ({ comments }) => comments > 0,
};

const names = [...new Set([...libraryStates, ...libraryPlaces])];
const conditions = names.map((name) => flags[name]);
const bit = (name: (typeof names)[number]) => 2 ** names.indexOf(name);

export const stateBits = Object.fromEntries(libraryStates.map((name) => [name, bit(name)])) as Record<
  LibraryState,
  number
>;
/** Public notes outside a library are found elsewhere. */
export const placeBits = Object.fromEntries(
  libraryPlaces.map((name) => [name, name === 'public' ? 0 : bit(name)]),
) as Record<LibraryPlace, number>;

/** Assigns a number to each name. */
export class Names {
  readonly all: string[] = [];
  private readonly numbers = new Map<string, number>();

  find(name: string): number | undefined {
    return this.numbers.get(name);
  }

  of(name: string): number {
    let number = this.numbers.get(name);
    if (number === undefined) {
      number = this.all.length;
      this.all.push(name);
      this.numbers.set(name, number);
    }
    return number;
  }
}

/**
 * The items of a library, each with a number, and columns of numbers that filter, order and count them, so that a query
 * reads 50,000 items in a few milliseconds. Changed in place.
 */
export class Library {
  /** By number: undefined for items that are not, or no longer, in the library. */
  readonly rows: (LibraryItem | undefined)[] = [];
  flags = new Uint32Array(1024);
  sites = new Uint32Array(1024);
  /** Including the tags that they are nested in. */
  readonly tags: (readonly number[])[] = [];
  readonly collections: (readonly number[])[] = [];
  readonly names = { tags: new Names(), sites: new Names(), collections: new Names() };
  size = 0;
  private readonly numbers = new Names();
  private readonly orders = new Map<LibrarySort, Uint32Array>();
  private readonly known = new WeakMap<readonly string[], Uint32Array>();

  constructor(items: Iterable<LibraryItem> = []) {
    this.change(items, []);
  }

  get(uuid: string): LibraryItem | undefined {
    return this.rows[this.numbers.find(uuid) ?? -1];
  }

  /** The numbers of uuids, which never change, whether in the library or not. Cached by the identity of the list. */
  numbersOf(uuids: readonly string[]): Uint32Array {
    const known = this.known.get(uuids) ?? Uint32Array.from(uuids, (uuid) => this.numbers.of(uuid));
    this.known.set(uuids, known);
    return known;
  }

  /** How many numbers have been assigned. */
  get given(): number {
    return this.numbers.all.length;
  }

  change(items: Iterable<LibraryItem>, gone: readonly string[]): void {
    const changed = new Set<number>();
    for (const item of items) changed.add(this.put(this.numbers.of(item.note.uuid), item));
    for (const uuid of gone) changed.add(this.put(this.numbers.of(uuid), undefined));
    for (const [sort, order] of this.orders) this.orders.set(sort, this.reordered(order, sort, changed));
  }

  /** Numbers of all items in an order: newest first, shortest first, or alphabetically. */
  order(sort: LibrarySort): Uint32Array {
    let order = this.orders.get(sort);
    if (!order) {
      order = this.sorted(
        this.rows.flatMap((row, number) => (row ? [number] : [])),
        sort,
      );
      this.orders.set(sort, order);
    }
    return order;
  }

  /** Whether an item has no value to be ordered by, so that it comes last in both directions. */
  lacksKey(number: number, sort: LibrarySort): boolean {
    const item = this.rows[number];
    return item !== undefined && lacking.has(sortKeys[sort](item));
  }

  private put(number: number, item: LibraryItem | undefined): number {
    if (number >= this.flags.length) {
      [this.flags, this.sites] = [widened(this.flags, number), widened(this.sites, number)];
    }
    this.size += Number(item !== undefined) - Number(this.rows[number] !== undefined);
    this.rows[number] = item;
    this.flags[number] = item ? conditions.reduce((sum, holds, at) => (holds(item) ? sum + 2 ** at : sum), 0) : 0;
    this.sites[number] = this.names.sites.of(item?.site ?? '');
    this.tags[number] = withParents(item?.note.tags ?? []).map((tag) => this.names.tags.of(tag));
    this.collections[number] = item?.collections.map((id) => this.names.collections.of(id)) ?? [];
    return number;
  }

  private sorted(numbers: readonly number[], sort: LibrarySort): Uint32Array<ArrayBuffer> {
    const keys = new Map(numbers.map((number) => [number, this.key(number, sort)]));
    return Uint32Array.from(numbers.toSorted((one, other) => before(keys.get(one)!, keys.get(other)!)));
  }

  /** The same order with the changed items moved to their new places. */
  private reordered(order: Uint32Array, sort: LibrarySort, changed: ReadonlySet<number>): Uint32Array {
    const stay = order.filter((number) => !changed.has(number));
    const come = this.sorted(
      [...changed].filter((number) => this.rows[number]),
      sort,
    );
    const next = new Uint32Array(stay.length + come.length);
    let [from, filled] = [0, 0];
    for (const number of come) {
      const to = this.placeIn(stay, sort, this.key(number, sort), from);
      next.set(stay.subarray(from, to), filled);
      filled += to - from;
      next[filled++] = number;
      from = to;
    }
    next.set(stay.subarray(from), filled);
    return next;
  }

  private placeIn(order: Uint32Array, sort: LibrarySort, key: Key, from: number): number {
    let [low, high] = [from, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.key(order[middle] ?? 0, sort), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private key(number: number, sort: LibrarySort): Key {
    const item = this.rows[number]!;
    return { by: sortKeys[sort](item), latest: latestFirst.has(sort), savedAt: item.savedAt, uuid: item.note.uuid };
  }
}

function widened(numbers: Uint32Array, number: number): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(Math.max(numbers.length * 2, number + 1));
  wider.set(numbers);
  return wider;
}

interface Key {
  by: string | number;
  latest: boolean;
  savedAt: string;
  uuid: string;
}

/** What stands for a missing value, so that items without one come last: in alphabetical order, and latest first. */
const noSite = '\u{10ffff}';
const lacking: ReadonlySet<string | number> = new Set([Infinity, noSite, '']);

const latestFirst: ReadonlySet<LibrarySort> = new Set(['saved', 'read', 'published']);
const sortKeys: Record<LibrarySort, (item: LibraryItem) => string | number> = {
  saved: ({ savedAt }) => savedAt,
  // What was only put on the list is not read yet.
  read: ({ reading }) => (reading?.state && reading.state !== 'toread' ? reading.changedAt : ''),
  published: ({ note }) => note.publishedAt ?? '',
  title: ({ note }) => nameOf(note.title),
  // Nobody knows how long the page of a link without a copy is.
  length: ({ note, copy, minutes }) => (note.kind === 'link' && copy === null ? Infinity : minutes),
  site: ({ site }) => site || noSite,
};

/** Compares two sort keys. Equal ones are ordered newest first. */
function before(one: Key, other: Key): number {
  return (
    (one.latest ? compare(other.by, one.by) : compare(one.by, other.by)) ||
    compare(other.savedAt, one.savedAt) ||
    compare(other.uuid, one.uuid)
  );
}

export const compare = <T extends string | number>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0);

/** A title without case and accents, from its first letter or digit. */
const nameOf = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .toLowerCase();
