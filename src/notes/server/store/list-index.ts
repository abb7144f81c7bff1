import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Counts } from '../../model/note.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { StoredLiveNote } from './note-parts.ts';
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

const Counted = z
  .tuple([z.int(), z.int(), z.int()])
  .transform(([votes, saves, comments]): Counts => ({ votes, saves, comments }));

/**
 * A page of an index, with the notes and their authors.
 *
 * Gives score and uuid of the last note looked at (empty when there is nothing after it), the notes' JSON, their
 * votes, saves and comments, the authors' JSON.
 */
export const listIndex = readScript({
  uses: [placeAfter],
  keys: ['index'],
  args: ['most', 'score', 'last', 'tag'],
  prefixes: {
    notePrefix: keys.note(''),
    userPrefix: keys.user(''),
    voters: keys.voters(''),
    savers: keys.savers(''),
    threads: keys.thread(''),
  },
  returns: z.tuple([z.string(), z.string(), z.array(StoredLiveNote), z.array(Counted), z.array(StoredUser)]),
  body: `
    local limit = tonumber(most)

    local start = placeAfter(index, score, last)
    local function has(note)
      if tag == '' then return true end
      for _, own in ipairs(note.tags) do
        if own == tag or string.sub(own, 1, #tag + 1) == tag .. '/' then return true end
      end
      return false
    end

    local window = tag == '' and limit or 200
    local found = redis.call('ZREVRANGE', index, start, start + window, 'WITHSCORES')
    local total = #found / 2
    local notes, counts, users, seen, at = {}, {}, {}, {}, 0
    while at < total and at < window and #notes < limit do
      at = at + 1
      local json = redis.call('GET', notePrefix .. found[at * 2 - 1])
      local note = json and cjson.decode(json)
      if note and has(note) then
        table.insert(notes, json)
        table.insert(counts, {
          redis.call('SCARD', voters .. note.uuid), redis.call('SCARD', savers .. note.uuid),
          redis.call('ZCARD', threads .. note.uuid .. ':times')
        })
        if not seen[note.authorId] then
          seen[note.authorId] = true
          local user = redis.call('GET', userPrefix .. note.authorId)
          if user then table.insert(users, user) end
        end
      end
    end
    if at == total then return { '', '', notes, counts, users } end
    return { found[at * 2], found[at * 2 - 1], notes, counts, users }
    `,
});
