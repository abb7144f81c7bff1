import { z } from 'zod';
import type { Counts } from '../../model/counts.ts';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/lua.ts';
import { StoredLiveNote } from './stored-note.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';

const Counted = z
  .tuple([z.int(), z.int(), z.int()])
  .transform(([votes, saves, comments]): Counts => ({ votes, saves, comments }));

/**
 * A page of an index, with the notes and their authors.
 *
 * KEYS the sorted set. ARGV the most notes to give; score and uuid of the last note of the page before (both empty
 * at the start); a tag that the notes must have (empty: any), for which at most 200 notes are looked at; prefixes of
 * notes, users, voters, savers and threads. Gives score and uuid of the last note looked at (empty when there is nothing after it), the
 * notes' JSON, their votes, saves and comments, the authors' JSON.
 */
export const listIndex = numberedRead(
  `
  ${placeAfter}
  local limit, score, last, tag = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4]

  local start = placeAfter(KEYS[1], score, last)
  local function has(note)
    if tag == '' then return true end
    for _, own in ipairs(note.tags) do
      if own == tag then return true end
    end
    return false
  end

  local window = tag == '' and limit or 200
  local found = redis.call('ZREVRANGE', KEYS[1], start, start + window, 'WITHSCORES')
  local total = #found / 2
  local notes, counts, users, seen, at = {}, {}, {}, {}, 0
  while at < total and at < window and #notes < limit do
    at = at + 1
    local json = redis.call('GET', ARGV[5] .. found[at * 2 - 1])
    local note = json and cjson.decode(json)
    if note and has(note) then
      table.insert(notes, json)
      table.insert(counts, {
        redis.call('SCARD', ARGV[7] .. note.uuid), redis.call('SCARD', ARGV[8] .. note.uuid),
        redis.call('ZCARD', ARGV[9] .. note.uuid .. ':times')
      })
      if not seen[note.authorId] then
        seen[note.authorId] = true
        local user = redis.call('GET', ARGV[6] .. note.authorId)
        if user then table.insert(users, user) end
      end
    end
  end
  if at == total then return { '', '', notes, counts, users } end
  return { found[at * 2], found[at * 2 - 1], notes, counts, users }
  `,
  z.tuple([z.string(), z.string(), z.array(StoredLiveNote), z.array(Counted), z.array(StoredUser)]),
);
