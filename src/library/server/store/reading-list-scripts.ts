import { z } from 'zod';
import { numberedWrite, numberedRead } from '../../../platform/server/store/script.ts';
import { isPublished, placeAfter, raise, rank } from '../../../platform/server/store/lua.ts';
import { StoredLiveNote } from '../../../notes/server/store/stored-note.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';

const states = `{ 'toread', 'reading', 'archived' }`;

/** Lua: counts a note's savers anew and logs the change, where others may read the note. */
const counted = `
  ${raise('KEYS[8]', 'KEYS[9]')}
  ${rank}
  local function counted(note, uuid, member)
    local saves = redis.call('SCARD', KEYS[2])
    raise(note, member)
    rank(KEYS[11], uuid, redis.call('ZSCORE', KEYS[10], uuid), saves, savedScore, 1)
    return saves
  end
`;

/**
 * Saves a note into a reading list, or moves what is there.
 *
 * KEYS note, savers, the person's list, its three states, its progress, head, changes, public notes, saved notes, its
 * favourites. ARGV uuid, the person, the state (empty: as it is, else to be read), the progress (empty: as it is), now in
 * milliseconds, member of the change log, whether it is a favourite (`1`, `0`, empty: as it is). Gives `saved`, how many
 * saved it, state, progress and whether it is a favourite; or why nothing was written.
 */
export const putReading = numberedWrite(
  `
  ${counted}
  local uuid, userId, state, progress, now, member, favourite = unpack(ARGV)
  local json = redis.call('GET', KEYS[1])
  local note = json and cjson.decode(json)
  if not note then return { 'missing' } end
  if note.deletedAt then return { 'deleted' } end
  local before
  for i, each in ipairs(${states}) do if redis.call('ZSCORE', KEYS[i + 3], uuid) then before = each end end
  if not before and not isPublished(note) and note.authorId ~= userId then return { 'missing' } end
  for _, i in ipairs({ 3, 9, 10, 11 }) do redis.call('ZCARD', KEYS[i]) end
  redis.call('HLEN', KEYS[7])
  redis.call('SCARD', KEYS[12])

  if state == '' then state = before or 'toread' end
  if state ~= before or progress ~= '' then
    for i, each in ipairs(${states}) do
      if each == state then redis.call('ZADD', KEYS[i + 3], now, uuid) else redis.call('ZREM', KEYS[i + 3], uuid) end
    end
  end
  if progress ~= '' then redis.call('HSET', KEYS[7], uuid, progress) end
  if favourite ~= '' then redis.call(favourite == '1' and 'SADD' or 'SREM', KEYS[12], uuid) end
  local saves = redis.call('SCARD', KEYS[2])
  if not before then
    redis.call('ZADD', KEYS[3], now, uuid)
    redis.call('SADD', KEYS[2], userId)
    saves = counted(note, uuid, member)
  end
  local star = redis.call('SISMEMBER', KEYS[12], uuid)
  return { 'saved', saves, state, redis.call('HGET', KEYS[7], uuid) or '0', star }
  `,
  z.union([
    z.tuple([z.literal('saved'), z.int(), z.enum(['toread', 'reading', 'archived']), z.coerce.number(), z.int()]),
    z.tuple([z.enum(['missing', 'deleted'])]),
  ]),
);

/** Takes a note out of a reading list. KEYS and ARGV uuid, person, member as above. Gives how many still have it. */
export const dropReading = numberedWrite(
  `
  ${counted}
  local uuid, userId, member = unpack(ARGV)
  local json = redis.call('GET', KEYS[1])
  local note = json and cjson.decode(json) or { deletedAt = 'never written' }
  if redis.call('SREM', KEYS[2], userId) == 0 then return redis.call('SCARD', KEYS[2]) end
  for i = 3, 6 do redis.call('ZREM', KEYS[i], uuid) end
  redis.call('HDEL', KEYS[7], uuid)
  redis.call('SREM', KEYS[12], uuid)
  return counted(note, uuid, member)
  `,
  z.int(),
);

/**
 * A page of one state of a reading list, last changed first.
 *
 * KEYS the three states, progress, favourites. ARGV which of them (1 to 3), the most to give, score and uuid of the last one before,
 * the person, prefixes of notes and users. Gives score and uuid where the page ends (empty where nothing follows), how
 * many are in each state, the notes that this person may read with when they changed, how far they were read and whether
 * they have a star, and the authors.
 */
export const listReading = numberedRead(
  `
  ${isPublished}
  ${placeAfter}
  local which, limit, score, last, userId, notePrefix, userPrefix = unpack(ARGV)
  local key = KEYS[tonumber(which)]
  limit = tonumber(limit)
  local start = placeAfter(key, score, last)
  local found = redis.call('ZREVRANGE', key, start, start + limit, 'WITHSCORES')
  local notes, changed, progress, stars, users, seen = {}, {}, {}, {}, {}, {}
  for i = 1, math.min(limit, #found / 2) do
    local json = redis.call('GET', notePrefix .. found[i * 2 - 1])
    local note = json and cjson.decode(json)
    if note and not note.deletedAt and (isPublished(note) or note.authorId == userId) then
      table.insert(notes, json)
      table.insert(changed, tonumber(found[i * 2]))
      table.insert(progress, redis.call('HGET', KEYS[4], note.uuid) or '0')
      table.insert(stars, redis.call('SISMEMBER', KEYS[5], note.uuid))
      local user = not seen[note.authorId] and redis.call('GET', userPrefix .. note.authorId)
      if user then table.insert(users, user) end
      seen[note.authorId] = true
    end
  end
  local ends = #found / 2 > limit and { found[limit * 2], found[limit * 2 - 1] } or { '', '' }
  local counts = { redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]) }
  return { ends[1], ends[2], counts, notes, changed, progress, stars, users }
  `,
  z.tuple([
    z.string(),
    z.string(),
    z.tuple([z.int(), z.int(), z.int()]),
    z.array(StoredLiveNote),
    z.array(z.int()),
    z.array(z.coerce.number()),
    z.array(z.int()),
    z.array(StoredUser),
  ]),
);
