import { randomBytes } from 'node:crypto';
import { v7 as newUuid } from 'uuid';
import { addressOf } from '../../notes/model/note-access.ts';
import type { Idempotency } from '../../notes/server/notes.ts';
import { limits } from '../../platform/model/limits.ts';
import { slugOf } from '../../platform/model/url.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { CollectedNote, CollectionPatch, NewCollection, StoredCollection } from '../model/collection.ts';
import { addNotes, dropNotes, listNotesOf, uuidsOf } from './store/collection-notes.ts';
import {
  listCollections,
  purgeDeleted,
  readCollection,
  readDeleted,
  restoreCollection,
  statesOf,
  writeCollection,
  writeCollectionOnce,
  type FoundCollection,
  type Put,
  type Repeated,
} from './store/collections.ts';
import { inParts } from '../../platform/model/parts.ts';

/** What the servers of other nouns do with collections, without limits of rate. */
export { addNotes, memberships, uuidsOf } from './store/collection-notes.ts';
export { collectionIdsOf, deleteCollection, listDeleted } from './store/collections.ts';
export { listShown, publicNotesOf, readShown, shownCollectionAt } from './store/shown-collections.ts';
export { listCollections as collectionsOf, purgeDeleted, readCollection, readDeleted };

const secretLength = 16;
/** Makes the address of an unlisted collection impossible to guess. */
const secret = () => randomBytes(secretLength / 2).toString('hex');

/** The slug to take. An unlisted collection keeps its secret while it is unlisted. */
function slugFor({ name, visibility }: Pick<StoredCollection, 'name' | 'visibility'>, before?: StoredCollection) {
  if (visibility !== 'unlisted') return slugOf(name);
  const suffix = before?.visibility === 'unlisted' ? before.slug.slice(-secretLength) : secret();
  return `${slugOf(name)}-${suffix}`;
}

/** Creates a collection, `once` if its call may be repeated. */
export function makeCollection(
  redis: Redis,
  ownerId: string,
  { order, ...fields }: NewCollection,
  { now, once }: { now: Date; once?: Idempotency | undefined },
): Promise<Put | Repeated> {
  const at = now.toISOString();
  const id = newUuid({ msecs: now.getTime() });
  const slug = slugFor(fields);
  const made = { ...fields, id, ownerId, slug, createdAt: at, updatedAt: at };
  return writeCollectionOnce(redis, made, { slug, order, once, isListed: true });
}

type Ensured = { ok: true; isNew: boolean } | Extract<Put, { ok: false }>;

/** Creates collections with these ids, in this order; restores deleted ones, and leaves existing ones (`isNew`: false). */
export async function ensureCollections(
  redis: Redis,
  ownerId: string,
  all: readonly (NewCollection & { id: string })[],
  now: Date,
): Promise<Ensured[]> {
  const ids = all.map(({ id }) => id);
  const [states, at] = [await statesOf(redis, ids), now.toISOString()];
  const bringBack = async (id: string) =>
    restoreDeletedCollection(redis, ownerId, { id, deleted: await readDeleted(redis, id), asLast: true });
  const ensure = async ({ id, order, ...wanted }: NewCollection & { id: string }, place: number): Promise<Ensured> => {
    const back = states[place] === 'deleted' ? await bringBack(id) : undefined;
    if (states[place] === 'there' || back?.ok) return { ok: true, isNew: back !== undefined };
    if (back && back.reason !== 'missing' && back.reason !== 'there') return { ok: false, reason: back.reason };
    const slug = slugFor(wanted);
    const fresh = { ...wanted, id, ownerId, slug, createdAt: at, updatedAt: at };
    const put = await writeCollection(redis, fresh, { slug, order });
    return put.ok ? { ok: true, isNew: true } : put;
  };
  const [ensured, atOnce] = [new Array<Ensured>(all.length), states.includes('deleted') ? 1 : 25];
  // The order within a round trip is undefined, so nested collections follow once the others exist. They nest one level
  // deep.
  for (const isNested of [false, true]) {
    const wave = [...all.entries()].filter(([, { parent }]) => (parent !== null) === isNested);
    for (const some of inParts(wave, atOnce)) {
      await Promise.all(some.map(async ([place, one]) => (ensured[place] = await ensure(one, place))));
    }
  }
  return ensured;
}

/** How often a change is tried again if other writes come between. */
const tries = 5;

/**
 * Changes a collection: fields that the patch leaves out stay. `not-smart`: only smart ones have a search. `read`: the
 * collection as stored, if the caller has read it already.
 */
export async function changeCollection(
  redis: Redis,
  ownerId: string,
  { id, read, patch: { order, ...patch } }: { id: string; read?: FoundCollection | undefined; patch: CollectionPatch },
  now: Date,
): Promise<Put | { ok: false; reason: 'missing' | 'not-smart' }> {
  for (let tried = 1; ; tried += 1) {
    const found = (tried === 1 ? read : undefined) ?? (await readCollection(redis, id));
    if (found?.collection.ownerId !== ownerId) return { ok: false, reason: 'missing' };
    const { collection: before, json: expected } = found;
    if (patch.search !== undefined && before.search === null) return { ok: false, reason: 'not-smart' };
    const next = { ...before, ...defined(patch), updatedAt: now.toISOString() };
    const isNamedAnew = slugOf(next.name) !== slugOf(before.name) || next.visibility !== before.visibility;
    const put = await writeCollection(redis, next, {
      expected,
      order,
      slug: isNamedAnew ? slugFor(next, before) : undefined,
      isListed: true,
    });
    if (put.ok || put.reason !== 'changed' || tried === tries) return put;
  }
}

export type SearchChanged = { id: string; was: string; is: string };

/** Changes the searches of the smart ones among these collections by `change`. A search that it returns unchanged stays. */
export async function changeSearches(
  redis: Redis,
  all: readonly { id: string; search: string | null }[],
  change: (search: string, id: string) => string,
  now: Date,
): Promise<{ changed: SearchChanged[]; revision: number | null }> {
  const changed: SearchChanged[] = [];
  let revision: number | null = null;
  for (const { id, search } of all) {
    if (search === null || change(search, id) === search) continue;
    for (let tried = 1; tried <= tries; tried += 1) {
      const found = await readCollection(redis, id);
      const was = found?.collection.search ?? '';
      const is = change(was, id);
      if (!found || is === was) break;
      const next = { ...found.collection, search: is, updatedAt: now.toISOString() };
      const put = await writeCollection(redis, next, { expected: found.json });
      if (put.ok) {
        changed.push({ id, was, is });
        revision = put.revision ?? revision;
      }
      if (put.ok || put.reason !== 'changed') break;
    }
  }
  return { changed, revision };
}

function defined<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}

/** Restores a `deleted` collection. One that is not deleted stays as it is. */
export function restoreDeletedCollection(
  redis: Redis,
  ownerId: string,
  { id, deleted, asLast = false }: { id: string; deleted: StoredCollection | undefined; asLast?: boolean },
) {
  return restoreCollection(redis, ownerId, { id, slug: deleted ? slugFor(deleted, deleted) : '', asLast });
}

/** Adds notes to a collection, before those that are in it; a hundred in each round trip. */
export function addToCollection(redis: Redis, userId: string, id: string, uuids: readonly string[], now = new Date()) {
  return addNotes(redis, userId, { id, uuids }, now);
}

/** Adds notes to a collection, after all that are in it, in their order. */
export async function appendToCollection(
  redis: Redis,
  userId: string,
  id: string,
  uuids: readonly string[],
  now: Date,
) {
  const there = await uuidsOf(redis, id);
  const known = new Set(there);
  const fresh = uuids.filter((uuid) => !known.has(uuid));
  return addNotes(redis, userId, { id, uuids: fresh, after: there.at(-1) }, now);
}

/** Removes notes from a collection; a hundred in each round trip. */
export function removeFromCollection(
  redis: Redis,
  userId: string,
  id: string,
  uuids: readonly string[],
  now = new Date(),
) {
  return dropNotes(redis, userId, { id, uuids }, now);
}

/** A page of a collection's notes, in its order, for its owner. */
export async function collectedNotes(
  redis: Redis,
  userId: string,
  { id, from }: { id: string; from: number },
): Promise<{ notes: CollectedNote[]; next: number | null }> {
  const { notes, next } = await listNotesOf(redis, { id, userId, from, count: limits.pageSize });
  return {
    notes: notes.map(({ note, author }) => ({
      uuid: note.uuid,
      title: note.title,
      path: addressOf(note),
      url: note.url,
      visibility: note.visibility,
      tags: note.tags,
      own: note.authorId === userId,
      author: { handle: author.handle, name: author.name },
    })),
    next,
  };
}
