import * as z from 'zod';
import { limits } from '../../../platform/model/limits.ts';
import type { Idempotency } from '../../../notes/server/store/write-note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { inOrder, StoredCollection, type Collection, type DeletedCollection } from '../../model/collection.ts';
import { StoredJson } from './shown-collections.ts';
import {
  dropCollection,
  ListedCollections,
  listing,
  purgeCollections,
  putCollection,
  restoreCollection as restore,
} from './collection-scripts.ts';

const max = limits.collections.count;
const ofOwner = (userId: string) => ({
  ofOwner: keys.collections(userId),
  slugs: keys.collectionSlugs(userId),
});

const list = readScript({
  uses: [listing],
  keys: ['ofOwner'],
  args: ['userId', 'only'],
  returns: ListedCollections,
  body: `return listCollections(redis.call('ZRANGE', ofOwner, 0, -1), userId, only ~= '' and only or nil)`,
});

/**
 * A person's collections, each parent before its children, in their order, in one round trip. Their numbers of notes are of
 * all that are stored in them, or if `readable`, of those that the person may read, which takes longer: of all of them, or
 * of the one with this id.
 */
export async function listCollections(
  redis: Redis,
  userId: string,
  { readable }: { readable?: 'all' | { id: string } } = {},
): Promise<Collection[]> {
  const only = typeof readable === 'object' ? readable.id : '';
  return asListed(await list(redis, { ofOwner: keys.collections(userId), userId: readable ? userId : '', only }));
}

/** The ids of a person's collections, without counting their notes. */
export function collectionIdsOf(redis: Redis, userId: string): Promise<string[]> {
  return redis.zrange<string[]>(keys.collections(userId), 0, -1);
}

function asListed(found: z.infer<typeof ListedCollections>): Collection[] {
  const siblings = new Map<string | null, number>();
  return inOrder(
    found.map(([{ ownerId: _, deletedAt: __, children: ___, place: ____, ...collection }, notes]) => {
      const order = siblings.get(collection.parent) ?? 0;
      siblings.set(collection.parent, order + 1);
      return { ...collection, order, notes: collection.search === null ? notes : null };
    }),
  );
}

/** A collection as stored, with its JSON, by which a change detects that nobody else changed it meanwhile. */
export type FoundCollection = { collection: StoredCollection; json: string };

export async function readCollection(redis: Redis, id: string): Promise<FoundCollection | undefined> {
  const json = z
    .string()
    .nullable()
    .parse(await redis.get(keys.collection(id)));
  const found = json === null ? undefined : StoredJson.parse(json);
  return json === null || !found || found.deletedAt ? undefined : { collection: StoredCollection.parse(found), json };
}

/** Whether these collections exist, are deleted, or are unknown; in one round trip. */
export async function statesOf(redis: Redis, ids: readonly string[]): Promise<('there' | 'deleted' | undefined)[]> {
  if (ids.length === 0) return [];
  const found = z.array(z.string().nullable()).parse(await redis.mget(...ids.map(keys.collection)));
  return found.map((json) => (json === null ? undefined : StoredJson.parse(json).deletedAt ? 'deleted' : 'there'));
}

/** Which limit a person has reached: of all collections, of visible ones, or of smart visible ones. */
type Full = 'full' | 'shown-full' | 'smart-full';

/** `listed`: the collection as its owner sees it, if that was requested. */
export type Put =
  | { ok: true; collection: StoredCollection; revision: number | null; listed?: Collection | undefined }
  | { ok: false; reason: 'changed' | Full | 'no-parent' | 'too-deep' };

/** A call with the same idempotency key created `before`; `same`: whether that call had the same content. */
export type Repeated = { ok: false; reason: 'repeated'; before: StoredCollection; same: boolean };

type Place = {
  /** The JSON of what it replaces. */
  expected?: string;
  /** The slug to take. */
  slug?: string | undefined;
  /** Its position among its siblings. */
  order?: number | undefined;
  /** Whether to return it as its owner sees it, which reads all of theirs. */
  isListed?: boolean;
};

export async function writeCollection(redis: Redis, collection: StoredCollection, place: Place): Promise<Put> {
  const put = await writeCollectionOnce(redis, collection, place);
  if (!put.ok && put.reason === 'repeated') throw new Error('A call without a key was taken for a repeated one.');
  return put;
}

/** The same for a call that may be repeated. */
export async function writeCollectionOnce(
  redis: Redis,
  collection: StoredCollection,
  { expected = '', slug, order, isListed = false, once }: Place & { once?: Idempotency | undefined },
): Promise<Put | Repeated> {
  const { id, ownerId } = collection;
  const reply = await putCollection(redis, {
    stored: keys.collection(id),
    ...ofOwner(ownerId),
    id,
    json: toStored(collection),
    expected,
    slug: slug ?? '',
    order: order ?? '',
    max,
    sent: keys.sentOther(ownerId, 'collection', once?.key ?? ''),
    bodyDigest: once?.bodyDigest ?? '',
    listed: isListed ? 1 : 0,
  });
  if (reply[0] === 'repeated')
    return { ok: false, reason: 'repeated', before: StoredCollection.parse(reply[1]), same: reply[2] === 1 };
  if (reply[0] !== 'put') return { ok: false, reason: reply[0] };
  const [, stored, revision, all] = reply;
  const listed = asListed(all).find((one) => one.id === id);
  return { ok: true, collection: StoredCollection.parse(stored), revision, listed };
}

const keysOf = (userId: string, id: string) => ({
  ...ofOwner(userId),
  deleted: keys.deletedCollections(userId),
  notes: keys.collectionNotes(id),
  userId,
  id,
});

type Done<Reason> = { ok: true; revision: number | null } | { ok: false; reason: Reason };

export async function deleteCollection(redis: Redis, userId: string, id: string, now: Date): Promise<Done<'missing'>> {
  const at = now.toISOString();
  const [reason, revision = null] = await dropCollection(redis, { ...keysOf(userId, id), at, now: now.getTime() });
  return reason === 'dropped' ? { ok: true, revision } : { ok: false, reason };
}

/**
 * `there`: it is not deleted. `slug`: the one to take, since another collection may have its former one by now. `asLast`: it
 * becomes the last of its siblings, wherever it was.
 */
export async function restoreCollection(
  redis: Redis,
  userId: string,
  { id, slug, asLast = false }: { id: string; slug: string; asLast?: boolean },
): Promise<Done<'missing' | Full | 'there'>> {
  const where = asLast ? 'last' : '';
  const [reason, revision = null] = await restore(redis, { ...keysOf(userId, id), slug, max, asLast: where });
  return reason === 'restored' ? { ok: true, revision } : { ok: false, reason };
}

/** A deleted collection, which its owner can restore. */
export async function readDeleted(redis: Redis, id: string): Promise<StoredCollection | undefined> {
  const json = await redis.get(keys.collection(id));
  const found = json === null ? undefined : StoredJson.parse(json);
  return found?.deletedAt ? StoredCollection.parse(found) : undefined;
}

const listBinned = readScript({
  uses: [listing],
  keys: ['deleted'],
  args: ['max', 'userId'],
  returns: ListedCollections,
  body: `return listCollections(redis.call('ZREVRANGE', deleted, 0, max - 1), userId)`,
});

const binMs = limits.binDays * 24 * 60 * 60 * 1000;

/** The collections that a person deleted and can restore, last deleted first, at most as many as they may have. */
export async function listDeleted(redis: Redis, userId: string): Promise<DeletedCollection[]> {
  const found = await listBinned(redis, { deleted: keys.deletedCollections(userId), max, userId });
  return found.flatMap(([{ id, name, search, deletedAt }, notes]) => {
    if (deletedAt === undefined) return [];
    const until = new Date(Date.parse(deletedAt) + binMs).toISOString();
    return [{ id, name, search, notes: search === null ? notes : null, deletedAt, until }];
  });
}

const Ids = z.array(z.string());
const atOnce = 20;
/** How many notes one script removes from collections for good. */
const purgedAtOnce = 1000;

/**
 * Deletes for good what is left of deleted collections, those of a person or all that were deleted up to `until`, as long
 * as `mayGoOn` allows.
 */
export async function purgeDeleted(
  redis: Redis,
  { userId, until }: { userId?: string; until?: Date },
  mayGoOn: () => boolean,
): Promise<{ purged: number; isDone: boolean }> {
  const index = userId === undefined ? keys.allDeletedCollections : keys.deletedCollections(userId);
  let purged = 0;
  while (mayGoOn()) {
    const range = [0, until?.getTime() ?? '+inf', { byScore: true, offset: 0, count: atOnce }] as const;
    const ids = Ids.parse(await redis.zrange(index, ...range));
    if (ids.length === 0) return { purged, isDone: true };
    purged += await purgeCollections(redis, { max: purgedAtOnce, ids });
  }
  return { purged, isDone: false };
}
