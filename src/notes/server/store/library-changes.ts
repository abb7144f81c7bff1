import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script-text.ts';

/**
 * `libraryChanged(userId, uuids)` writes into a person's own change log that what they have of these notes changed: the
 * note, its place in their reading list, its copy, their highlights, its collections. What is derived from a library
 * follows it, on the server and on the person's devices. Notes in it stay there when they are gone, so that a device that
 * comes back after a year learns of that. `checkLibrary` fails beforehand where the key holds something else.
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

/** `librariesChanged(note)`: the same for all who have a note: its author, who saved it, and who put it into a collection. */
export const librariesChanged: LuaPart = {
  uses: [libraryChanged],
  body: `
    local function librariesChanged(note)
      local told = {}
      local function tell(userId)
        if not told[userId] then libraryChanged(userId, { note.uuid }) end
        told[userId] = true
      end
      tell(note.authorId)
      for _, saver in ipairs(redis.call('SMEMBERS', ${luaKey(keys.savers, 'note.uuid')})) do tell(saver) end
      for _, id in ipairs(redis.call('SMEMBERS', ${luaKey(keys.collected, 'note.uuid')})) do
        local json = redis.call('GET', ${luaKey(keys.collection, 'id')})
        if json then tell(cjson.decode(json).ownerId) end
      end
    end
  `,
};

const tell = writeScript({
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

/** Has all who have a note hear that something about it changed that is not in it, such as who its author is now. */
export async function tellLibraries(redis: Redis, noteUuid: string): Promise<void> {
  await tell(redis, { noteKey: keys.note(noteUuid) });
}
