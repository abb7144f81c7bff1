import { takesNothingNew, type Redis } from '../../platform/server/store/redis.ts';
import { Library } from '../model/library-columns.ts';
import { findInLibrary, type Oneself } from '../model/library-find.ts';
import {
  LibraryQuery,
  type LibraryChanges,
  type LibraryItem,
  type LibraryPage,
  type Passages,
} from '../model/library.ts';
import { askedOf, foundIn } from '../model/library-found.ts';
import type { OwnField } from '../../search/model/own/documents.ts';
import { oneByOne } from '../../notes/server/markdown-work.ts';
import { collectionsOf } from '../../library/server/collections.ts';
import { authorOf } from '../../people/model/user.ts';
import { readUsers } from '../../people/server/people.ts';
import { findWords, itemOf, itemsOf, textsOf } from './library-words.ts';
import { keepItems, readItems } from './store/library-words.ts';
import { readChanges, readHad } from './store/library.ts';

/** A person's library as this process knows it. */
interface Held {
  library: Library;
  /** The revision of the person's log up to which it holds, and up to which it is kept in the store. */
  upTo: number;
  kept: number;
  /** Of which store these revisions are. */
  store: string;
  /** Uuids of what changed since it was kept. */
  changed: Set<string>;
  behind: number;
}

const changesAtOnce = 500;
/** So many changes are kept in the store together: fewer are soon read again where they are needed. */
const keptTogether = 100;
/** A call answers with what it has when putting together the rest would take longer; the next one goes on. */
const timeoutMs = 1500;
/** Items that a process holds of all libraries together; those that were asked for least recently go first. */
const heldItems = 100_000;

/** A library and what it is known to hold, while it may be read further. */
interface Place {
  opening: Promise<Held>;
  size: number;
}

/** Libraries by person, for each store that a process speaks to; the least recently asked for comes first. */
const held = new WeakMap<Redis, Map<string, Place>>();

/** A person's library as it is now, or as far as it could be put together. */
async function openLibrary(redis: Redis, userId: string): Promise<Held> {
  const all = held.get(redis) ?? new Map<string, Place>();
  held.set(redis, all);
  const before = all.get(userId);
  const opening = (before?.opening ?? Promise.resolve(undefined))
    .catch(() => undefined)
    .then(async (known) => broughtUpToDate(redis, userId, known ?? (await kept(redis, userId))));
  // One that nobody has anything in takes room as well.
  const place = { opening, size: Math.max(1, before?.size ?? 0) };
  all.delete(userId);
  all.set(userId, place);
  try {
    const opened = await opening;
    place.size = Math.max(1, opened.library.size);
    return opened;
  } catch (error) {
    if (all.get(userId) === place) all.delete(userId);
    throw error;
  } finally {
    letGo(all);
  }
}

function letGo(all: Map<string, Place>): void {
  let count = 0;
  for (const [at, [userId, { size }]] of [...all].reverse().entries()) {
    count += size;
    if (at > 0 && count > heldItems) all.delete(userId);
  }
}

async function kept(redis: Redis, userId: string): Promise<Held> {
  const { upTo, items } = await readItems(redis, userId);
  return { ...emptyLibrary(), library: new Library(items), upTo, kept: upTo };
}

async function broughtUpToDate(redis: Redis, userId: string, before: Held): Promise<Held> {
  const until = performance.now() + timeoutMs;
  let now = before;
  do {
    const part = await readChanges(redis, userId, now.upTo, changesAtOnce);
    // The store is another one than this process knew: it was restored.
    if (now.store !== '' && now.store !== part.store) return broughtUpToDate(redis, userId, await kept(redis, userId));
    if (part.head < now.upTo) return broughtUpToDate(redis, userId, emptyLibrary());
    now = { ...now, store: part.store };
    now = part.changes.length === 0 ? { ...now, behind: 0 } : await withChanges(now, part);
    if (now.changed.size >= keptTogether) now = await keep(redis, userId, now);
  } while (now.behind > 0 && performance.now() < until);
  return now;
}

const emptyLibrary = (): Held => ({
  ...{ library: new Library(), upTo: 0, kept: 0, store: '' },
  ...{ changed: new Set(), behind: 0 },
});

async function withChanges(now: Held, part: Awaited<ReturnType<typeof readChanges>>): Promise<Held> {
  const { items, gone } = await itemsOf(part);
  now.library.change(items, gone);
  const changed = new Set([...now.changed, ...part.changes.map(({ uuid }) => uuid)]);
  return { ...now, upTo: part.upTo, changed, behind: part.behind };
}

/** What no marker in the store is. */
const unknown = -1;

async function keep(redis: Redis, userId: string, now: Held): Promise<Held> {
  if (now.kept === unknown) return { ...now, changed: new Set() };
  const items = [...now.changed].map((uuid) => now.library.get(uuid)).filter((item) => item !== undefined);
  const gone = [...now.changed].filter((uuid) => now.library.get(uuid) === undefined);
  const done = await keepItems(redis, userId, { before: now.kept, upTo: now.upTo, items, gone }).catch(
    (error: unknown) => {
      if (takesNothingNew(error)) return 'closed' as const;
      throw error;
    },
  );
  // It is kept here, until the store takes something again.
  if (done === 'closed') return now;
  // Another process kept it meanwhile, up to a revision that is not known here: this one never keeps it again.
  return { ...now, kept: done ? now.upTo : unknown, changed: new Set() };
}

/** Answers a query about a person's own library, for them alone. */
export async function searchLibrary(
  redis: Redis,
  oneself: Oneself & { id: string },
  query: LibraryQuery,
): Promise<LibraryPage> {
  const { id: userId } = oneself;
  const named =
    query.collection !== undefined || /collection:/i.test(query.q) ? await collectionsOf(redis, userId) : [];
  const asked = askedOf(query, named);
  const now = await openLibrary(redis, userId);
  const found = asked.words === '' ? undefined : await findWords(redis, userId, asked, now);
  const answer = findInLibrary(now.library, asked, { scored: found, collections: named, oneself });
  const first = answer.items.slice(0, toldAtOnce).map(({ note }) => note.uuid);
  const [items, told]: [LibraryItem[], Passages['found']] = await Promise.all([
    withAuthors(redis, answer.items),
    found ? tellFound(redis, userId, first, found.terms, asked.within) : {},
  ]);
  return {
    ...answer,
    items: items.map((item) => ({ ...item, ...(told[item.note.uuid] && { found: told[item.note.uuid] }) })),
    behind: Math.max(now.behind, found?.behind ?? 0),
  };
}

/** Of so many that words found an answer says as what; reading the texts of more takes longer than finding them. */
const toldAtOnce = 10;

async function tellFound(
  redis: Redis,
  userId: string,
  uuids: readonly string[],
  terms: ReadonlySet<string>,
  within: readonly OwnField[],
): Promise<Passages['found']> {
  const told = await oneByOne(await readHad(redis, userId, uuids), (had) => {
    const found = foundIn(itemOf(had), textsOf(had), terms, within);
    return [had.note.uuid, found] as const;
  });
  return Object.fromEntries(told);
}

/** As what words find these items, with the passages that have them. */
export async function passagesOf(redis: Redis, userId: string, q: string, uuids: readonly string[]): Promise<Passages> {
  const asked = askedOf(LibraryQuery.parse({ q }), []);
  if (asked.words === '') return { found: {}, terms: [] };
  const { terms } = await findWords(redis, userId, asked);
  return { found: await tellFound(redis, userId, uuids, terms, asked.within), terms: [...terms] };
}

/** Who wrote what is not one's own, as they are called now: a library does not hear of new names, nor of who has left. */
async function withAuthors(redis: Redis, items: readonly LibraryItem[]): Promise<LibraryItem[]> {
  const ids = [...new Set(items.flatMap(({ note }) => note.author?.id ?? []))];
  if (ids.length === 0) return [...items];
  const users = await readUsers(redis, ids);
  const authors = new Map(users.flatMap((user) => (user ? [[user.id, authorOf(user)]] : [])));
  return items.map((item) => {
    const author = item.note.author && authors.get(item.note.author.id);
    return author ? { ...item, note: { ...item.note, author } } : item;
  });
}

/** All that is in a person's library; `behind` is not read yet. */
export async function itemsNow(redis: Redis, userId: string): Promise<{ items: Pick<Library, 'get'>; behind: number }> {
  const { library, behind } = await openLibrary(redis, userId);
  return { items: library, behind };
}

/** What changed in a person's library after a revision of their log, for a device that follows it. */
export async function libraryChanges(redis: Redis, userId: string, since: number): Promise<LibraryChanges> {
  const part = await readChanges(redis, userId, since, changesAtOnce);
  // A device that knows more than the store does knew an earlier store: it begins anew.
  if (part.head < since) return { items: [], gone: [], upTo: 0, more: true, store: part.store };
  const { items, gone } = await itemsOf(part);
  const byUuid = new Map(items.map((item) => [item.note.uuid, item]));
  const told = part.changes.flatMap(({ uuid, had }) => {
    const item = byUuid.get(uuid);
    return item && had ? [{ item, ...textsOf(had) }] : [];
  });
  return { items: told, gone, upTo: part.upTo, more: part.behind > 0, store: part.store };
}
