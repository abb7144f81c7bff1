import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

/**
 * `libraryChanged(userId, uuids)` records in a person's own change log that what they have of these notes changed: the
 * note, its place in their reading list, its copy, their highlights, its collections. Whatever is derived from a library
 * follows this log, on the server and on the person's devices. Deleted notes stay in it, so that a device that returns
 * after a year learns of the deletion. `checkLibrary` fails before any write if the key holds another type.
 */
export const libraryChanged: LuaPart = {
  body: `
    local function checkLibrary(userId)
      redis.call('ZCARD', ${luaKey(keys.libraryChanges, 'userId')})
    end
    local function libraryChanged(userId, uuids)
      local log = ${luaKey(keys.libraryChanges, 'userId')}
      local revision = tonumber(redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')[2] or 0)
      local entries = {}
      for i, uuid in ipairs(uuids) do
        table.insert(entries, revision + i)
        table.insert(entries, uuid)
        if #entries == 1000 or i == #uuids then
          redis.call('ZADD', log, unpack(entries))
          entries = {}
        end
      end
    end
  `,
};

/** How many people one script notifies of changes to others' notes at most, so that it blocks the store only briefly. */
const notifiedAtOnce = 200;

/**
 * `librariesChanged(note)`: the same for everyone who has a note: its author, the people who saved it or put it into a
 * collection, and the people who commented on it. If these are too many, the note is added to a hash, and
 * `notifyPendingLibraries` notifies them later.
 */
export const librariesChanged: LuaPart = {
  uses: [libraryChanged],
  fixed: { pending: keys.librariesPending },
  body: `
    local allowance = ${notifiedAtOnce}
    local function librariesChanged(note)
      libraryChanged(note.authorId, { note.uuid })
      local savers, collected = ${luaKey(keys.savers, 'note.uuid')}, ${luaKey(keys.collected, 'note.uuid')}
      local speakers = ${luaKey(keys.threadAuthors, 'note.uuid')}
      local many = redis.call('SCARD', savers) + redis.call('SCARD', collected) + redis.call('ZCARD', speakers)
      if many > allowance then
        redis.call('HINCRBY', pending, note.uuid, 1)
        return
      end
      allowance = allowance - many
      local notified = { [note.authorId] = true }
      local function notify(userId)
        if not notified[userId] then libraryChanged(userId, { note.uuid }) end
        notified[userId] = true
      end
      for _, saver in ipairs(redis.call('SMEMBERS', savers)) do notify(saver) end
      for _, id in ipairs(redis.call('SMEMBERS', collected)) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        if json then notify(cjson.decode(json).ownerId) end
      end
      for _, entry in ipairs(redis.call('ZRANGE', speakers, 0, -1)) do
        notify(string.match(entry, '^[^:]+'))
      end
    end
  `,
};

const notify = writeScript({
  uses: [librariesChanged],
  keys: ['noteKey'],
  returns: z.literal([0, 1]),
  body: `
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note or note.deletedAt then return 0 end
    checkLibrary(note.authorId)
    librariesChanged(note)
    return 1
    `,
});

/** Records, for everyone who has a note, a change that is not stored in the note itself, such as who its author is now. */
export async function notifyLibraries(redis: Redis, noteUuid: string): Promise<void> {
  await notify(redis, { noteKey: keys.note(noteUuid) });
}

/** Notifies some of the people who have a note, from a cursor of the set or sorted set `kept` on. Returns the next cursor. */
const notifySome = writeScript({
  uses: [libraryChanged],
  keys: ['kept'],
  args: ['uuid', 'cursor', 'count', 'are'],
  returns: z.string(),
  body: `
    local isSorted = are == 'speakers'
    local found, seen = redis.call(isSorted and 'ZSCAN' or 'SSCAN', kept, cursor, 'COUNT', count), {}
    local users = {}
    for at = 1, #found[2], isSorted and 2 or 1 do
      local id = found[2][at]
      local json = are == 'collections' and redis.call('GET', ${luaKey(keys.collection, 'id')})
      local userId = are == 'savers' and id or isSorted and string.match(id, '^[^:]+') or json and cjson.decode(json).ownerId
      if userId and not seen[userId] then
        checkLibrary(userId)
        seen[userId] = true
        table.insert(users, userId)
      end
    end
    for _, userId in ipairs(users) do libraryChanged(userId, { uuid }) end
    return found[1]
    `,
});

/**
 * Takes a note off the waiting list once everyone is notified, unless its count is no longer `seen`: then it changed
 * meanwhile.
 */
const settle = writeScript({
  fixed: { pending: keys.librariesPending },
  args: ['uuid', 'seen'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('HGET', pending, uuid) ~= seen then return 0 end
    return redis.call('HDEL', pending, uuid)
    `,
});

const Flat = z.array(z.coerce.string()).nullable();

/**
 * Notifies the people who have the notes that wait for it, some in each script, as long as `mayGoOn` allows. Starts again
 * with a note that is unfinished or changes meanwhile: a repeated notification only costs a device one look.
 */
export async function notifyPendingLibraries(redis: Redis, mayGoOn: () => boolean): Promise<number> {
  const waiting = Flat.parse(await redis.hgetall(keys.librariesPending)) ?? [];
  let done = 0;
  for (let at = 0; at < waiting.length; at += 2) {
    const [uuid = '', seen = ''] = waiting.slice(at, at + 2);
    for (const [are, kept] of [
      ['savers', keys.savers(uuid)],
      ['collections', keys.collected(uuid)],
      ['speakers', keys.threadAuthors(uuid)],
    ] as const) {
      let cursor = '0';
      do {
        if (!mayGoOn()) return done;
        cursor = await notifySome(redis, { kept, uuid, cursor, count: notifiedAtOnce, are });
      } while (cursor !== '0');
    }
    done += await settle(redis, { uuid, seen });
  }
  return done;
}
