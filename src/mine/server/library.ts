import { isReadOnly, type Redis } from '../../platform/server/store/redis.ts';
import { Library } from '../model/library-columns.ts';
import { findInLibrary, type LibraryOwner } from '../model/library-find.ts';
import {
  LibraryQuery,
  type LibraryChanges,
  type LibraryItem,
  type LibraryPage,
  type Passages,
} from '../model/library.ts';
import { resolveQuery, matchPlaceOf } from '../model/library-found.ts';
import type { OwnField } from '../../search/model/own/documents.ts';
import { mapWithYields } from '../../notes/server/markdown-work.ts';
import { collectionsOf } from '../../library/server/collections.ts';
import { authorsById } from '../../people/model/user.ts';
import { readUsers } from '../../people/server/people.ts';
import { factsOf, findWords, itemsOf, textsOf } from './library-words.ts';
import { keepItems, readItems } from './store/library-words.ts';
import { readChanges, readLibraryNotes } from './store/library.ts';

/** A person's library as this process knows it. */
interface LoadedLibrary {
  library: Library;
  /** The revision of the person's log that it has been read up to, and the one that it has been saved in the store up to. */
  upTo: number;
  savedUpTo: number;
  /** The id of the store that these revisions belong to. */
  store: string;
  /** Uuids of what has changed since it was saved. */
  changed: Set<string>;
  /** How many changes of the log are still to be read. */
  behind: number;
}

const changesAtOnce = 500;
/** How many changes are saved in the store together: reading fewer again costs less than saving them. */
const savedTogether = 100;
/** How long a call reads changes. After that it answers with what it has; the next call continues. */
const timeoutMs = 1500;
/** Items in the memory of a process, of all libraries together; the least recently used library is dropped first. */
const maxItems = 100_000;

/** A library that is being read, or has been, and how many items it had when it was last read. */
interface CacheEntry {
  opening: Promise<LoadedLibrary>;
  size: number;
}

/** Libraries by person, for each store that a process speaks to; the least recently used comes first. */
const cache = new WeakMap<Redis, Map<string, CacheEntry>>();

/** A person's library as it is now, or as much of it as could be read in time. */
async function openLibrary(redis: Redis, userId: string): Promise<LoadedLibrary> {
  const all = cache.get(redis) ?? new Map<string, CacheEntry>();
  cache.set(redis, all);
  const before = all.get(userId);
  const opening = (before?.opening ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then(async (known) => caughtUp(redis, userId, known ?? (await savedLibrary(redis, userId))));
  // An empty library takes memory too.
  const entry = { opening, size: Math.max(1, before?.size ?? 0) };
  all.delete(userId);
  all.set(userId, entry);
  try {
    const opened = await opening;
    entry.size = Math.max(1, opened.library.size);
    return opened;
  } catch (error) {
    if (all.get(userId) === entry) all.delete(userId);
    throw error;
  } finally {
    dropLeastRecent(all);
  }
}

function dropLeastRecent(all: Map<string, CacheEntry>): void {
  let count = 0;
  for (const [at, [userId, { size }]] of [...all].reverse().entries()) {
    count += size;
    if (at > 0 && count > maxItems) all.delete(userId);
  }
}

async function savedLibrary(redis: Redis, userId: string): Promise<LoadedLibrary> {
  const { upTo, items } = await readItems(redis, userId);
  return { ...emptyLibrary(), library: new Library(items), upTo, savedUpTo: upTo };
}

async function caughtUp(redis: Redis, userId: string, before: LoadedLibrary): Promise<LoadedLibrary> {
  const deadline = performance.now() + timeoutMs;
  let now = before;
  do {
    const part = await readChanges(redis, userId, now.upTo, changesAtOnce);
    // The store was restored from a backup since this process read it.
    if (now.store !== '' && now.store !== part.store) return caughtUp(redis, userId, await savedLibrary(redis, userId));
    if (part.head < now.upTo) return caughtUp(redis, userId, emptyLibrary());
    now = { ...now, store: part.store };
    now = part.changes.length === 0 ? { ...now, behind: 0 } : await withChanges(now, part);
    if (now.changed.size >= savedTogether) now = await save(redis, userId, now);
  } while (now.behind > 0 && performance.now() < deadline);
  return now;
}

const emptyLibrary = (): LoadedLibrary => ({
  ...{ library: new Library(), upTo: 0, savedUpTo: 0, store: '' },
  ...{ changed: new Set(), behind: 0 },
});

async function withChanges(now: LoadedLibrary, part: Awaited<ReturnType<typeof readChanges>>): Promise<LoadedLibrary> {
  const { items, gone } = await itemsOf(part);
  now.library.change(items, gone);
  const changed = new Set([...now.changed, ...part.changes.map(({ uuid }) => uuid)]);
  return { ...now, upTo: part.upTo, changed, behind: part.behind };
}

/** Set if another process saved the library last: no revision has this number. */
const savedElsewhere = -1;

async function save(redis: Redis, userId: string, now: LoadedLibrary): Promise<LoadedLibrary> {
  if (now.savedUpTo === savedElsewhere) return { ...now, changed: new Set() };
  const items = [...now.changed].map((uuid) => now.library.get(uuid)).filter((item) => item !== undefined);
  const gone = [...now.changed].filter((uuid) => now.library.get(uuid) === undefined);
  const done = await keepItems(redis, userId, { before: now.savedUpTo, upTo: now.upTo, items, gone }).catch(
    (error: unknown) => {
      if (isReadOnly(error)) return 'closed' as const;
      throw error;
    },
  );
  // The changes stay in memory until the store can be written to again.
  if (done === 'closed') return now;
  // Another process saved it meanwhile, up to a revision that is not known here: this one never saves it again.
  return { ...now, savedUpTo: done ? now.upTo : savedElsewhere, changed: new Set() };
}

/** Answers a query about a person's own library, which only they may see. */
export async function searchLibrary(
  redis: Redis,
  oneself: LibraryOwner & { id: string },
  query: LibraryQuery,
): Promise<LibraryPage> {
  const { id: userId } = oneself;
  const [named, now] = await Promise.all([collectionsOf(redis, userId), openLibrary(redis, userId)]);
  const asked = resolveQuery(query, named);
  const found = asked.words === '' ? undefined : await findWords(redis, userId, asked, now);
  const answer = findInLibrary(now.library, asked, { scored: found, collections: named, oneself });
  const first = answer.items.slice(0, passagesAtOnce).map(({ note }) => note.uuid);
  const [items, passages]: [LibraryItem[], Passages['found']] = await Promise.all([
    withAuthors(redis, answer.items),
    found ? passagesIn(redis, userId, first, found.terms, asked.within) : {},
  ]);
  return {
    ...answer,
    items: items.map((item) => ({ ...item, ...(passages[item.note.uuid] && { found: passages[item.note.uuid] }) })),
    behind: Math.max(now.behind, found?.behind ?? 0),
  };
}

/** How many items of an answer get their passages: reading the texts of more takes longer than finding them. */
const passagesAtOnce = 10;

async function passagesIn(
  redis: Redis,
  userId: string,
  uuids: readonly string[],
  terms: ReadonlySet<string>,
  within: readonly OwnField[],
): Promise<Passages['found']> {
  const passages = await mapWithYields(await readLibraryNotes(redis, userId, uuids), (had) => {
    const found = matchPlaceOf(factsOf(had), textsOf(had), terms, within);
    return [had.note.uuid, found] as const;
  });
  return Object.fromEntries(passages);
}

/** The passages of these items in which the words of a query are. */
export async function passagesOf(redis: Redis, userId: string, q: string, uuids: readonly string[]): Promise<Passages> {
  const asked = resolveQuery(LibraryQuery.parse({ q }), []);
  if (asked.words === '') return { found: {}, terms: [] };
  const { terms } = await findWords(redis, userId, asked);
  return { found: await passagesIn(redis, userId, uuids, terms, asked.within), terms: [...terms] };
}

/** Adds the current names of other people's notes' authors: a library's log has no entry when an author is renamed or deleted. */
async function withAuthors(redis: Redis, items: readonly LibraryItem[]): Promise<LibraryItem[]> {
  const ids = [...new Set(items.flatMap(({ note }) => note.author?.id ?? []))];
  if (ids.length === 0) return [...items];
  const users = await readUsers(redis, ids);
  const authors = authorsById(users);
  return items.map((item) => {
    const author = item.note.author && authors.get(item.note.author.id);
    return author ? { ...item, note: { ...item.note, author } } : item;
  });
}

/** All items of a person's library; `behind`: how many changes are still to be read. */
export async function itemsNow(redis: Redis, userId: string): Promise<{ items: Pick<Library, 'get'>; behind: number }> {
  const { library, behind } = await openLibrary(redis, userId);
  return { items: library, behind };
}

/** The changes of a person's library after a revision of their log, for a device that follows it. */
export async function libraryChanges(redis: Redis, userId: string, since: number): Promise<LibraryChanges> {
  const part = await readChanges(redis, userId, since, changesAtOnce);
  // A device that is ahead of the store followed it before it was restored: it starts again.
  if (part.head < since) return { items: [], gone: [], upTo: 0, more: true, store: part.store };
  const { items, gone } = await itemsOf(part);
  const byUuid = new Map(items.map((item) => [item.note.uuid, item]));
  const changed = part.changes.flatMap(({ uuid, had }) => {
    const item = byUuid.get(uuid);
    return item && had ? [{ item, ...textsOf(had) }] : [];
  });
  return { items: changed, gone, upTo: part.upTo, more: part.behind > 0, store: part.store };
}
