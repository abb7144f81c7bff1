import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { StoredLiveNote } from './stored-note.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/**
 * A numbered page of an index, with the notes and their authors.
 *
 * Gives the number of all notes in the index, the notes' JSON, the authors' JSON.
 */
export const pageIndex = readScript({
  keys: ['index'],
  args: ['skip', 'most'],
  prefixes: { notePrefix: keys.note(''), userPrefix: keys.user('') },
  returns: z.tuple([z.int(), z.array(StoredLiveNote), z.array(StoredUser)]),
  body: `
    local from = tonumber(skip)
    local notes, users, seen = {}, {}, {}
    for _, uuid in ipairs(redis.call('ZREVRANGE', index, from, from + tonumber(most) - 1)) do
      local json = redis.call('GET', notePrefix .. uuid)
      if json then
        table.insert(notes, json)
        local author = cjson.decode(json).authorId
        if not seen[author] then
          seen[author] = true
          local user = redis.call('GET', userPrefix .. author)
          if user then table.insert(users, user) end
        end
      end
    end
    return { redis.call('ZCARD', index), notes, users }
    `,
});
