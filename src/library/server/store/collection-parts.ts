import { z } from 'zod';
import { limits } from '../../../platform/model/limits.ts';
import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { StoredCollection } from '../../model/collection.ts';

/** What is stored under a collection's key: `deletedAt` while it is deleted and can come back. */
export const StoredJson = jsonOf(
  StoredCollection.extend({ deletedAt: z.string().optional(), children: z.string().optional() }),
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
 * Writes the change log's entry of a collection that others may see, or that they saw (`before`), and gives the head
 * revision, or false for one that only its owner sees.
 */
export const raiseCollection: LuaPart = {
  fixed: { head: keys.head, changes: keys.changes },
  body: `
    local function raiseCollection(collection, before)
      local shown = collection.visibility ~= 'private' or before and before.visibility ~= 'private'
      if not shown then return false end
      local revision = redis.call('INCR', head)
      redis.call('ZADD', changes, revision, '${changeOf.collection('')}' .. collection.id)
      return revision
    end
  `,
};

/**
 * `noRoomToShow(collection, ofOwner)` says why a collection cannot become one that others see, beside those of its owner
 * (a sorted set); nothing where it can, or stays private.
 */
export const noRoomToShow: LuaPart = {
  uses: [readCollection],
  body: `
    local function noRoomToShow(collection, ofOwner)
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

/** Gives the first of `wanted`, `wanted-2` and so on that no other collection of this person has or had, and takes it. */
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

/** Gives up all that lead to a collection. */
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
