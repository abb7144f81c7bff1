import * as z from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { isPublished, StoredLiveNote, addAuthor } from '../../../notes/server/store/note-parts.ts';
import { authorsById, type Author } from '../../../people/model/user.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript, writeScript, luaKey } from '../../../platform/server/store/script.ts';
import { ownCollection, recordCollectionChange, writeCollection } from './shown-collections.ts';
import { inParts } from '../../../platform/model/parts.ts';

/**
 * Adds notes that this person may read to a collection, in their order before all others; those that are in it keep their
 * place. Or, with `placed`, moves each behind the note `after`, or to the beginning if that is empty. Returns the added
 * uuids, and the refused ones as uuid and reason in turn. `coming`: how many are added by this script and those after it.
 */
const put = writeScript({
  uses: [ownCollection, writeCollection, recordCollectionChange, isPublished, libraryChanged],
  keys: ['notes'],
  args: ['userId', 'id', 'now', 'max', 'coming', 'placed', 'after', '...uuids'],
  returns: z.union([
    z.tuple([z.literal('put'), z.array(z.string()), z.array(z.string()), z.int().nullable()]),
    z.tuple([z.enum(['missing', 'smart', 'full', 'no-place'])]),
  ]),
  body: `
    local collection = ownCollection(id, userId)
    if not collection then return { 'missing' } end
    if collection.search ~= cjson.null then return { 'smart' } end
    checkLibrary(userId)
    local added, refused, moved, seen = {}, {}, {}, {}
    for _, uuid in ipairs(uuids) do
      local isIn = seen[uuid] or redis.call('ZSCORE', notes, uuid)
      seen[uuid] = true
      if isIn then table.insert(moved, uuid)
      else
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
        local note = json and cjson.decode(json)
        local reason = not note and 'missing' or note.deletedAt and 'deleted'
          or not (note.authorId == userId or isPublished(note)) and 'missing'
        if reason then
          table.insert(refused, uuid)
          table.insert(refused, reason)
        else table.insert(added, uuid) end
      end
    end
    if redis.call('ZCARD', notes) + math.max(#added, tonumber(coming)) > tonumber(max) then return { 'full' } end
    if placed == '' then moved = {} end
    local going = {}
    for _, uuid in ipairs(moved) do table.insert(going, uuid) end
    for _, uuid in ipairs(added) do table.insert(going, uuid) end
    if #going == 0 then return { 'put', added, refused, false } end

    -- Scores between that of the note before and that of the one behind; without a note before, below all others.
    local function scoreOf(rank)
      return tonumber(redis.call('ZRANGE', notes, rank, rank, 'WITHSCORES')[2] or 'nan')
    end
    local function room()
      local rank = redis.call('ZRANK', notes, after)
      local from = scoreOf(rank)
      local to = scoreOf(rank + 1)
      if to ~= to then to = from + #going + 1 end
      return from, (to - from) / (#going + 1)
    end
    local first = scoreOf(0)
    local from, step = (first == first and first or 0) - #going - 1, 1
    if placed ~= '' and after ~= '' then
      if not redis.call('ZSCORE', notes, after) or seen[after] then return { 'no-place' } end
      from, step = room()
      if step < 1e-6 then
        for i, uuid in ipairs(redis.call('ZRANGE', notes, 0, -1)) do redis.call('ZADD', notes, i, uuid) end
        from, step = room()
      end
    end
    for i, uuid in ipairs(going) do
      redis.call('ZADD', notes, string.format('%.17g', from + i * step), uuid)
      redis.call('SADD', ${luaKey(keys.collected, 'uuid')}, id)
    end
    collection.updatedAt = now
    writeCollection(collection)
    libraryChanged(userId, going)
    return { 'put', added, refused, recordCollectionChange(collection) }
    `,
});

const drop = writeScript({
  uses: [ownCollection, writeCollection, recordCollectionChange, libraryChanged],
  keys: ['notes'],
  args: ['userId', 'id', 'now', '...uuids'],
  returns: z.union([
    z.tuple([z.literal('dropped'), z.array(z.string()), z.int().nullable()]),
    z.tuple([z.literal('missing')]),
  ]),
  body: `
    local collection = ownCollection(id, userId)
    if not collection then return { 'missing' } end
    checkLibrary(userId)
    local gone = {}
    for _, uuid in ipairs(uuids) do
      if redis.call('ZREM', notes, uuid) == 1 then
        redis.call('SREM', ${luaKey(keys.collected, 'uuid')}, id)
        table.insert(gone, uuid)
      end
    end
    if #gone == 0 then return { 'dropped', gone, false } end
    collection.updatedAt = now
    writeCollection(collection)
    libraryChanged(userId, gone)
    return { 'dropped', gone, recordCollectionChange(collection) }
    `,
});

/** How many notes one script takes: each is read, and may be long. */
const atOnce = 100;

type Collected =
  | { ok: true; added: string[]; refused: { uuid: string; reason: 'missing' | 'deleted' }[]; revision: number | null }
  | { ok: false; reason: 'missing' | 'smart' | 'full' | 'no-place' };

/**
 * Adds notes to the beginning of a collection, in their order, a hundred in each round trip. `full`: there was no room
 * for all, so none was added, unless others filled it meanwhile. `after`: the note behind which they are put, null for
 * the beginning; this also moves notes that are in it.
 */
export async function addNotes(
  redis: Redis,
  userId: string,
  { id, uuids, after }: { id: string; uuids: readonly string[]; after?: string | null | undefined },
  now: Date,
): Promise<Collected> {
  const all: Extract<Collected, { ok: true }> = { ok: true, added: [], refused: [], revision: null };
  const there = uuids.length > atOnce ? new Set(await uuidsOf(redis, id)) : undefined;
  let coming = there ? new Set(uuids.filter((uuid) => !there.has(uuid))).size : 0;
  // Starts with the last hundred, since each is put before those that are there.
  for (let end = uuids.length; end > 0; end -= atOnce) {
    const reply = await put(redis, {
      notes: keys.collectionNotes(id),
      userId,
      id,
      now: now.toISOString(),
      max: limits.collections.notes,
      coming,
      placed: after === undefined ? '' : 'placed',
      after: after ?? '',
      uuids: uuids.slice(Math.max(0, end - atOnce), end),
    });
    if (reply[0] !== 'put') return { ok: false, reason: reply[0] };
    const [, added, refused, revision] = reply;
    coming = 0;
    all.added.unshift(...added);
    for (let at = 0; at < refused.length; at += 2) {
      all.refused.push({ uuid: refused[at] ?? '', reason: refused[at + 1] === 'deleted' ? 'deleted' : 'missing' });
    }
    all.revision = revision ?? all.revision;
  }
  return all;
}

/** Removes notes from a collection. `removed`: those that were in it. */
export async function dropNotes(
  redis: Redis,
  userId: string,
  { id, uuids }: { id: string; uuids: readonly string[] },
  now: Date,
): Promise<{ ok: true; removed: string[]; revision: number | null } | { ok: false; reason: 'missing' }> {
  const removed: string[] = [];
  let revision: number | null = null;
  for (const some of inParts(uuids, atOnce)) {
    const notes = keys.collectionNotes(id);
    const reply = await drop(redis, { notes, userId, id, now: now.toISOString(), uuids: some });
    if (reply[0] === 'missing') return { ok: false, reason: 'missing' };
    removed.push(...reply[1]);
    revision = reply[2] ?? revision;
  }
  return { ok: true, removed, revision };
}

const list = readScript({
  uses: [isPublished, addAuthor],
  keys: ['notes'],
  args: ['userId', 'from', 'max'],
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
  body: `
    local found, users = {}, {}
    for _, uuid in ipairs(redis.call('ZRANGE', notes, from, from + max - 1)) do
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      if note and not note.deletedAt and (isPublished(note) or note.authorId == userId) then
        table.insert(found, json)
        addAuthor(users, note.authorId)
      end
    end
    return { redis.call('ZCARD', notes), found, users }
    `,
});

/** A collection's notes from the position `from` on, without those that this person may not read. */
export async function listNotesOf(
  redis: Redis,
  { id, userId, from, count }: { id: string; userId: string; from: number; count: number },
): Promise<{ notes: { note: Note; author: Author }[]; next: number | null }> {
  const [total, notes, users] = await list(redis, { notes: keys.collectionNotes(id), userId, from, max: count });
  const authors = authorsById(users);
  return {
    notes: notes.flatMap((note) => {
      const author = authors.get(note.authorId);
      return author ? [{ note, author }] : [];
    }),
    next: from + count < total ? from + count : null,
  };
}

const membershipsOf = readScript({
  keys: ['ofOwner'],
  args: ['...uuids'],
  returns: z.array(z.array(z.string())),
  body: `
    local own, found = {}, {}
    for _, id in ipairs(redis.call('ZRANGE', ofOwner, 0, -1)) do own[id] = true end
    for i, uuid in ipairs(uuids) do
      found[i] = {}
      for _, id in ipairs(redis.call('SMEMBERS', ${luaKey(keys.collected, 'uuid')})) do
        if own[id] then table.insert(found[i], id) end
      end
    end
    return found
    `,
});

/** Which of their collections a person has each of these notes in, in one round trip; notes in none are left out. */
export async function memberships(
  redis: Redis,
  userId: string,
  uuids: readonly string[],
): Promise<Map<string, string[]>> {
  if (uuids.length === 0) return new Map();
  const found = await membershipsOf(redis, { ofOwner: keys.collections(userId), uuids });
  return new Map(uuids.flatMap((uuid, at) => (found[at]?.length ? [[uuid, found[at]] as const] : [])));
}

const Uuids = z.array(z.string());

/** The uuids of a collection's notes in their order, including those that nobody may read. */
export async function uuidsOf(redis: Redis, id: string): Promise<string[]> {
  return Uuids.parse(await redis.zrange(keys.collectionNotes(id), 0, -1));
}
