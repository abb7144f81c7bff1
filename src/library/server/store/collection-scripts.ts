import * as z from 'zod';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { idempotentCall } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { countReadable } from './readable.ts';
import {
  dropSlugs,
  shownLimit,
  ownCollection,
  recordCollectionChange,
  readCollection,
  StoredJson,
  takeSlug,
  writeCollection,
} from './shown-collections.ts';

/**
 * `listCollections(ids, userId)` gives each collection with the number of its notes that this person may read, or if `userId`
 * is empty, of all that are stored in it; with `only`, the first for that one alone.
 */
export const listing: LuaPart = {
  uses: [countReadable],
  body: `
    local function listCollections(ids, userId, only)
      local found = {}
      for _, id in ipairs(ids) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        if json then
          local notes = ${luaKey(keys.collectionNotes, 'id')}
          local isCounted = userId ~= '' and (not only or only == id)
          table.insert(found, { json, isCounted and countReadable(notes, userId) or redis.call('ZCARD', notes) })
        end
      end
      return found
    end
  `,
};
export const ListedCollections = z.array(z.tuple([StoredJson, z.int()]));

/**
 * Writes a collection over what is stored as `expected` (empty: nothing is). A parent must be at the top level, and a
 * collection with children stays there. `slug` is the one to take; if it is empty, the current one stays. Former slugs of
 * a visible collection still lead to it while its visibility stays. `order` is its position among its siblings; if it is
 * empty, the position stays, or is the last one. If a call with the same key created a collection before, returns that
 * (`repeated`), with 1 if that call had the same content. With `listed`, 1 or 0, all collections of the owner are
 * returned as they are then.
 */
export const putCollection = writeScript({
  uses: [
    idempotentCall,
    readCollection,
    writeCollection,
    recordCollectionChange,
    shownLimit,
    takeSlug,
    dropSlugs,
    listing,
  ],
  keys: ['stored', 'ofOwner', 'slugs', 'sent'],
  args: ['id', 'json', 'expected', 'slug', 'order', 'max', 'bodyDigest', 'listed'],
  returns: z.union([
    z.tuple([z.literal('put'), StoredJson, z.int().nullable(), ListedCollections]),
    z.tuple([z.literal('repeated'), StoredJson, z.literal([0, 1])]),
    z.tuple([z.enum(['changed', 'full', 'shown-full', 'smart-full', 'no-parent', 'too-deep'])]),
  ]),
  body: `
    local repeated = repeatedCall(sent, bodyDigest, '${keys.collection('')}')
    if repeated then return repeated end
    local known = redis.call('GET', stored)
    if (known or '') ~= expected then return { 'changed' } end
    local before, collection = known and cjson.decode(known), cjson.decode(json)
    if not before and redis.call('ZCARD', ofOwner) >= tonumber(max) then return { 'full' } end
    -- Many are made one after the other by an import: a new one that comes last asks nothing of the others.
    local isLast = not before and order == ''
    local ids = isLast and {} or redis.call('ZRANGE', ofOwner, 0, -1)
    local parents, hasChildren = {}, false
    for _, each in ipairs(ids) do
      parents[each] = readCollection(each).parent
      if parents[each] == id then hasChildren = true end
    end
    if collection.parent ~= cjson.null then
      local parent = redis.call('ZSCORE', ofOwner, collection.parent) and readCollection(collection.parent)
      if not parent then return { 'no-parent' } end
      if parent.parent ~= cjson.null or hasChildren or collection.parent == id then return { 'too-deep' } end
    end
    local crowded = (not before or before.visibility == 'private') and shownLimit(collection, ofOwner)
    if crowded then return { crowded } end
    redis.call('HLEN', slugs)

    if slug ~= '' then
      local staysShown = before and before.visibility == collection.visibility and before.visibility ~= 'private'
      if before and not staysShown then dropSlugs(slugs, id) end
      collection.slug = takeSlug(slugs, id, slug)
    end
    if isLast then
      local last = tonumber(redis.call('ZRANGE', ofOwner, -1, -1, 'WITHSCORES')[2] or 0)
      redis.call('ZADD', ofOwner, last + 1, id)
    elseif not before or order ~= '' or before.parent ~= collection.parent then
      local place, at, seen = tonumber(order) or #ids, #ids + 1, 0
      local others = {}
      for _, each in ipairs(ids) do if each ~= id then table.insert(others, each) end end
      for i, each in ipairs(others) do
        if parents[each] == collection.parent then
          if seen == place then
            at = i
            break
          end
          seen = seen + 1
        end
      end
      table.insert(others, math.min(at, #others + 1), id)
      for i, each in ipairs(others) do redis.call('ZADD', ofOwner, i, each) end
    end
    writeCollection(collection)
    rememberCall(sent, bodyDigest, id)
    local revision = recordCollectionChange(collection, before)
    return { 'put', cjson.encode(collection), revision, listed == '1' and listCollections(redis.call('ZRANGE', ofOwner, 0, -1), collection.ownerId, id) or {} }
    `,
});

/**
 * Deletes a collection. Its notes stay, and its children move to the top level. Until it is purged, it remembers its
 * notes and children, and can be restored.
 */
export const dropCollection = writeScript({
  uses: [ownCollection, writeCollection, recordCollectionChange, dropSlugs, libraryChanged],
  keys: ['ofOwner', 'slugs', 'deleted', 'notes'],
  fixed: { allDeleted: keys.allDeletedCollections },
  args: ['userId', 'id', 'at', 'now'],
  returns: z.union([z.tuple([z.literal('dropped'), z.int().nullable()]), z.tuple([z.literal('missing')])]),
  body: `
    local collection = ownCollection(id, userId)
    if not collection then return { 'missing' } end
    checkLibrary(userId)
    redis.call('ZCARD', deleted)
    redis.call('ZCARD', allDeleted)
    local uuids, children = redis.call('ZRANGE', notes, 0, -1), {}
    for _, each in ipairs(redis.call('ZRANGE', ofOwner, 0, -1)) do
      local child = readCollection(each)
      if child.parent == id then
        table.insert(children, each)
        child.parent = cjson.null
        writeCollection(child)
        recordCollectionChange(child)
      end
    end
    local place = tonumber(redis.call('ZSCORE', ofOwner, id))
    redis.call('ZREM', ofOwner, id)
    dropSlugs(slugs, id)
    local revision = recordCollectionChange(collection)
    collection.deletedAt, collection.children, collection.place = at, table.concat(children, ' '), place
    writeCollection(collection)
    redis.call('ZADD', deleted, now, id)
    redis.call('ZADD', allDeleted, now, id)
    libraryChanged(userId, uuids)
    return { 'dropped', revision }
    `,
});

/**
 * Restores a deleted collection, with its children unless they have moved since: where it was among all of the owner's, or
 * as the last if `asLast` is not empty.
 */
export const restoreCollection = writeScript({
  uses: [ownCollection, writeCollection, recordCollectionChange, shownLimit, takeSlug, libraryChanged],
  keys: ['ofOwner', 'slugs', 'deleted', 'notes'],
  fixed: { allDeleted: keys.allDeletedCollections },
  args: ['userId', 'id', 'slug', 'max', 'asLast'],
  returns: z.union([
    z.tuple([z.literal('restored'), z.int().nullable()]),
    z.tuple([z.enum(['missing', 'full', 'shown-full', 'smart-full', 'there'])]),
  ]),
  body: `
    local collection = readCollection(id)
    if not collection or collection.ownerId ~= userId then return { 'missing' } end
    if not collection.deletedAt then return { 'there' } end
    local ids = redis.call('ZRANGE', ofOwner, 0, -1)
    if #ids >= tonumber(max) then return { 'full' } end
    local crowded = shownLimit(collection, ofOwner)
    if crowded then return { crowded } end
    checkLibrary(userId)
    local hasChildren = {}
    for _, each in ipairs(ids) do
      local parent = readCollection(each).parent
      if parent ~= cjson.null then hasChildren[parent] = true end
    end
    for child in string.gmatch(collection.children or '', '%S+') do
      local below = not hasChildren[child] and ownCollection(child, userId)
      if below and below.parent == cjson.null then
        below.parent = id
        writeCollection(below)
        recordCollectionChange(below)
        hasChildren[id] = true
      end
    end
    local above = collection.parent ~= cjson.null and ownCollection(collection.parent, userId)
    if not above or above.parent ~= cjson.null or hasChildren[id] then collection.parent = cjson.null end
    local last = tonumber(redis.call('ZRANGE', ofOwner, -1, -1, 'WITHSCORES')[2] or 0)
    redis.call('ZADD', ofOwner, asLast == '' and collection.place or last + 1, id)
    collection.deletedAt, collection.children, collection.place = nil, nil, nil
    collection.slug = takeSlug(slugs, id, slug)
    writeCollection(collection)
    redis.call('ZREM', deleted, id)
    redis.call('ZREM', allDeleted, id)
    libraryChanged(userId, redis.call('ZRANGE', notes, 0, -1))
    return { 'restored', recordCollectionChange(collection) }
    `,
});

/**
 * Deletes for good what is left of deleted collections, at most `max` of their notes. Returns how many collections are
 * finished. An unfinished one is the first to continue with.
 */
export const purgeCollections = writeScript({
  uses: [readCollection],
  fixed: { allDeleted: keys.allDeletedCollections },
  args: ['max', '...ids'],
  returns: z.int(),
  body: `
    local purged, room = 0, tonumber(max)
    for _, id in ipairs(ids) do
      local collection = readCollection(id)
      if collection and collection.deletedAt then
        local notes = ${luaKey(keys.collectionNotes, 'id')}
        for _, uuid in ipairs(redis.call('ZRANGE', notes, 0, room - 1)) do
          redis.call('SREM', ${luaKey(keys.collected, 'uuid')}, id)
          redis.call('ZREM', notes, uuid)
          room = room - 1
        end
        if redis.call('ZCARD', notes) > 0 then return purged end
        redis.call('DEL', notes, ${luaKey(keys.collection, 'id')})
        redis.call('ZREM', ${luaKey(keys.deletedCollections, 'collection.ownerId')}, id)
        purged = purged + 1
      end
      redis.call('ZREM', allDeleted, id)
      if room <= 0 then return purged end
    end
    return purged
    `,
});
