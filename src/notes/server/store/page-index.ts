import { z } from 'zod';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { StoredLiveNote } from './stored-note.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';

/**
 * A numbered page of an index, with the notes and their authors.
 *
 * KEYS the sorted set. ARGV how many notes come before; the most notes to give; prefix of notes; prefix of users. Gives
 * the number of all notes in the index, the notes' JSON, the authors' JSON.
 */
export const pageIndex = numberedRead(
  `
  local from = tonumber(ARGV[1])
  local notes, users, seen = {}, {}, {}
  for _, uuid in ipairs(redis.call('ZREVRANGE', KEYS[1], from, from + tonumber(ARGV[2]) - 1)) do
    local json = redis.call('GET', ARGV[3] .. uuid)
    if json then
      table.insert(notes, json)
      local author = cjson.decode(json).authorId
      if not seen[author] then
        seen[author] = true
        local user = redis.call('GET', ARGV[4] .. author)
        if user then table.insert(users, user) end
      end
    end
  end
  return { redis.call('ZCARD', KEYS[1]), notes, users }
  `,
  z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
);
