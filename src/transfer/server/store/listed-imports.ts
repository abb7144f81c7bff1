import * as z from 'zod';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { millis } from '../../../platform/server/store/script-parts.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';
import { Import } from '../../model/import.ts';

const Count = z.int().nonnegative().default(0);

/** An import and its owner. Until version 3 of the store, `kept` was called `added` and `merged` was called `seen`. */
export const StoredImport = jsonOf(
  z
    .looseObject({ added: Count.optional(), seen: Count.optional() })
    .transform(({ added, seen, ...told }): unknown => ({ kept: added, merged: seen, ...told }))
    .pipe(Import.extend({ userId: z.string(), kept: Count, merged: Count, aside: Count })),
);

/** The keys of one import. */
const importKeys = [
  keys.import,
  keys.importLines,
  keys.importRefused,
  keys.importAside,
  keys.importDone,
  keys.importLeft,
] as const;

/** `forgetImport(id)` deletes an import with its report and what is needed to undo it. */
export const deleteImport: LuaPart = {
  body: `
    local function forgetImport(id)
      redis.call('DEL', ${importKeys.map((key) => luaKey(key, 'id')).join(', ')})
    end
  `,
};

/** How many imports a person's list has at most, those that are under way included. */
const listedAtMost = 10 * limits.import.kept;

/**
 * `listImport(userImports, import)` adds a new import to the person's list, which keeps the latest few and those under way:
 * their files can only be continued, or their undoing, while they are there.
 */
export const listing: LuaPart = {
  uses: [millis, deleteImport],
  body: `
    local function listImport(userImports, import)
      redis.call('ZADD', userImports, millis(import.begunAt), import.id)
      local listed = 1
      for place, id in ipairs(redis.call('ZREVRANGE', userImports, 0, -1)) do
        local json = id ~= import.id and redis.call('GET', ${luaKey(keys.import, 'id')})
        local state = json and cjson.decode(json).state
        local isOpen = place <= ${listedAtMost} and (state == 'running' or state == 'undoing')
        if id ~= import.id and not isOpen then
          if state then listed = listed + 1 end
          if not state or listed > ${limits.import.kept} then
            forgetImport(id)
            redis.call('ZREM', userImports, id)
          end
        end
      end
    end
  `,
};
