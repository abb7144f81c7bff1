import { isPublished, withoutText } from '../../../notes/server/store/note-parts.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';

/**
 * How many notes one script compares, and how many it reads: everybody else waits meanwhile. Comparing 100,000 takes 100 ms on
 * a busy machine, and so does reading 200 long ones.
 */
const most = { compared: 20_000, read: 200 };

/**
 * How many notes of a sorted set this person may read. Only those neither theirs nor public are read one by one. Beyond what
 * one script may do, notes are counted unread.
 */
export const countReadable: LuaPart = {
  uses: [isPublished, withoutText],
  fixed: { publicNotes: keys.publicNotes },
  body: `
    local compared, read = 0, 0
    local function countReadable(list, userId)
      local count = redis.call('ZCARD', list)
      if count == 0 or compared + count > ${most.compared} then return count end
      compared = compared + count
      for _, uuid in ipairs(redis.call('ZDIFF', 3, list, ${luaKey(keys.authorNotes, 'userId')}, publicNotes)) do
        read = read + 1
        if read > ${most.read} then return count end
        local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
        if not json or not isPublished(cjson.decode(withoutText(json))) then count = count - 1 end
      end
      return count
    end
  `,
};
