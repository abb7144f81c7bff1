import { keys } from '../../../platform/server/store/keys.ts';
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

/** `librariesChanged(note)`: the same in the library of a note's author and in those of all who saved it. */
export const librariesChanged: LuaPart = {
  uses: [libraryChanged],
  body: `
    local function librariesChanged(note)
      libraryChanged(note.authorId, { note.uuid })
      for _, saver in ipairs(redis.call('SMEMBERS', ${luaKey(keys.savers, 'note.uuid')})) do
        if saver ~= note.authorId then libraryChanged(saver, { note.uuid }) end
      end
    end
  `,
};
