import * as z from 'zod';
import { limits } from '../../../platform/model/limits.ts';
import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart, readScript } from '../../../platform/server/store/script.ts';
import { jsonOf, inBatches } from '../../../platform/server/store/stored.ts';
import { StoredCollection, isShown } from '../../model/collection.ts';
import type { Note } from '../../../notes/model/note.ts';
import { StoredLiveNote, addAuthor } from '../../../notes/server/store/note-parts.ts';
import { authorsById, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { inParts } from '../../../platform/model/parts.ts';

/** What is stored under a collection's key: `deletedAt` while it is deleted and can be restored. */
export const StoredJson = jsonOf(
  StoredCollection.extend({
    deletedAt: z.string().optional(),
    /** Of a deleted one: the ids of those that were in it, and its score among the owner's. */
    children: z.string().optional(),
    place: z.number().optional(),
  }),
);

/** `readCollection(id)` gives a decoded collection. */
export const readCollection: LuaPart = {
  body: `
    local function readCollection(id)
      local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
      return json and cjson.decode(json)
    end
  `,
};

export const writeCollection: LuaPart = {
  body: `
    local function writeCollection(collection)
      redis.call('SET', ${luaKey(keys.collection, 'collection.id')}, cjson.encode(collection))
    end
  `,
};

/** `ownCollection(id, userId)` gives a decoded collection, if it is this person's and not deleted. */
export const ownCollection: LuaPart = {
  uses: [readCollection],
  body: `
    local function ownCollection(id, userId)
      local collection = readCollection(id)
      if collection and collection.ownerId == userId and not collection.deletedAt then return collection end
    end
  `,
};

/**
 * Writes the change log's entry of a collection that others can see, or could see (`before`). Gives the head revision, or
 * false for a private one.
 */
export const recordCollectionChange: LuaPart = {
  fixed: { head: keys.head, changes: keys.changes },
  body: `
    local function recordCollectionChange(collection, before)
      local shown = collection.visibility ~= 'private' or before and before.visibility ~= 'private'
      if not shown then return false end
      local revision = redis.call('INCR', head)
      redis.call('ZADD', changes, revision, '${changeOf.collection('')}' .. collection.id)
      return revision
    end
  `,
};

/**
 * `shownLimit(collection, ofOwner)` gives why a collection cannot become visible to others, in addition to those of its
 * owner (a sorted set); nothing if it can, or stays private.
 */
export const shownLimit: LuaPart = {
  uses: [readCollection],
  body: `
    local function shownLimit(collection, ofOwner)
      if collection.visibility == 'private' then return nil end
      local shown, smart = 0, 0
      for _, id in ipairs(redis.call('ZRANGE', ofOwner, 0, -1)) do
        local other = id ~= collection.id and readCollection(id)
        if other and other.visibility ~= 'private' then
          shown = shown + 1
          if other.search ~= cjson.null then smart = smart + 1 end
        end
      end
      if shown >= ${limits.collections.shown} then return 'shown-full' end
      if collection.search ~= cjson.null and smart >= ${limits.collections.shownSmart} then return 'smart-full' end
    end
  `,
};

/** Takes the first of `wanted`, `wanted-2` and so on that no other collection of this person has or had, and gives it. */
export const takeSlug: LuaPart = {
  body: `
    local function takeSlug(slugs, id, wanted)
      local slug, number = wanted, 1
      while true do
        local holder = redis.call('HGET', slugs, slug)
        if not holder or holder == id then break end
        number = number + 1
        slug = wanted .. '-' .. number
      end
      redis.call('HSET', slugs, slug, id)
      return slug
    end
  `,
};

/** Releases all slugs that lead to a collection. */
export const dropSlugs: LuaPart = {
  body: `
    local function dropSlugs(slugs, id)
      local all = redis.call('HGETALL', slugs)
      for i = 1, #all, 2 do
        if all[i + 1] == id then redis.call('HDEL', slugs, all[i]) end
      end
    end
  `,
};

/** What others see of collections. */

const find = readScript({
  keys: ['slugs'],
  args: ['slug'],
  returns: StoredJson.nullable(),
  body: `
    local id = redis.call('HGET', slugs, slug)
    return id and redis.call('GET', ${luaKey(keys.collection, 'id')})
    `,
});

/** The collection of this person that anyone may see at this address, now or formerly: its slug is the current one. */
export async function shownCollectionAt(
  redis: Redis,
  ownerId: string,
  slug: string,
): Promise<StoredCollection | undefined> {
  const found = await find(redis, { slugs: keys.collectionSlugs(ownerId), slug });
  return found && !found.deletedAt && isShown(found) ? StoredCollection.parse(found) : undefined;
}

/** Collections by their ids; undefined for private ones, and for missing or deleted ones. */
export async function readShown(redis: Redis, ids: readonly string[]): Promise<(StoredCollection | undefined)[]> {
  const found = ids.length > 0 ? await inBatches(redis, ids.map(keys.collection), StoredJson) : [];
  return found.map((one) => (one && !one.deletedAt && isShown(one) ? StoredCollection.parse(one) : undefined));
}

const ofOwners = readScript({
  keys: ['...ofOwners'],
  returns: z.array(z.array(z.tuple([StoredJson, z.int(), z.int()]))),
  body: `
    local all = {}
    for at, ofOwner in ipairs(ofOwners) do
      local ids, ranks, found = redis.call('ZRANGE', ofOwner, 0, -1), {}, {}
      for rank, id in ipairs(ids) do ranks[id] = rank end
      for rank, id in ipairs(ids) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        local collection = json and cjson.decode(json)
        if collection and collection.visibility ~= 'private' then
          table.insert(found, { json, collection.parent ~= cjson.null and ranks[collection.parent] or rank, rank })
        end
      end
      all[at] = found
    end
    return all
    `,
});

const ownersAtOnce = 20;

/** The collections of each of these people that others can see, in their order: each before those in it. */
export async function listShown(redis: Redis, ownerIds: readonly string[]): Promise<StoredCollection[][]> {
  const all: StoredCollection[][] = [];
  for (const some of inParts(ownerIds, ownersAtOnce)) {
    for (const found of await ofOwners(redis, { ofOwners: some.map(keys.collections) })) {
      const sorted = found.toSorted(
        ([one, oneTop, oneRank], [other, otherTop, otherRank]) =>
          oneTop - otherTop || Number(one.parent !== null) - Number(other.parent !== null) || oneRank - otherRank,
      );
      all.push(sorted.map(([collection]) => StoredCollection.parse(collection)));
    }
  }
  return all;
}

/** The public notes of a collection, by position. */
const page = readScript({
  uses: [addAuthor],
  keys: ['notes', 'public'],
  args: ['from', 'max'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
  body: `
    local uuids = redis.call('ZINTER', 2, notes, public, 'WEIGHTS', 1, 0)
    local found, users = {}, {}
    for i = from + 1, math.min(#uuids, from + max) do
      local uuid = uuids[i]
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      if note then
        table.insert(found, json)
        addAuthor(users, note.authorId)
      end
    end
    return { #uuids, found, users }
    `,
});

export async function publicNotesOf(
  redis: Redis,
  id: string,
  { from, count }: { from: number; count: number },
): Promise<{ total: number; notes: { note: Note; author: Author }[] }> {
  const [total, notes, users] = await page(redis, {
    notes: keys.collectionNotes(id),
    public: keys.publicNotes,
    from,
    max: count,
  });
  const authors = authorsById(users);
  return {
    total,
    notes: notes.flatMap((note) => {
      const author = authors.get(note.authorId);
      return author ? [{ note, author }] : [];
    }),
  };
}
