import { isPublished } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

/** So many notes are compared in one script, in 20 ms at most: comparing 100,000 would keep everybody waiting for 100. */
const comparedAtOnce = 20_000;

/**
 * How many notes of a sorted set this person may read. Only those neither theirs nor public are read one by one. Lists that
 * are too long to be compared are counted without the notes in the person's bin.
 */
export const countReadable: LuaPart = {
  uses: [isPublished],
  fixed: { publicNotes: keys.publicNotes },
  body: `
    local compared = 0
    local function countReadable(list, userId)
      local count = redis.call('ZCARD', list)
      if count == 0 then return 0 end
      if compared + count > ${comparedAtOnce} then
        return count - #redis.call('ZINTER', 2, list, ${luaKey(keys.bin, 'userId')})
      end
      compared = compared + count
      for _, uuid in ipairs(redis.call('ZDIFF', 3, list, ${luaKey(keys.authorNotes, 'userId')}, publicNotes)) do
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
        if not json or not isPublished(cjson.decode(json)) then count = count - 1 end
      end
      return count
    end
  `,
};
