import { z } from 'zod';
import { ReadingState } from '../../model/reading-list.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, writeScript } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import type { LuaPart } from '../../../platform/server/store/script-text.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { rankNote } from '../../../notes/server/store/note-indexes.ts';
import { isPublished, raise, StoredLiveNote } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/** The states of a note in a reading list, in the order of the keys that scripts get for them. */
const names = `{ ${ReadingState.options.map((state) => `'${state}'`).join(', ')} }`;

/** Counts a note's savers anew and logs the change, where others may read the note. */
const countSavers: LuaPart = {
  uses: [raise, rankNote],
  body: `
    local function countSavers(note, uuid, savers)
      if note then raise(note) end
      rankNote('saves', uuid)
      return redis.call('SCARD', savers)
    end
  `,
};

/**
 * Saves a note into a reading list, or moves what is there. An empty state leaves it as it is, else to be read; empty
 * progress and `favourite` (`1`, `0`) leave them. Gives `saved`, how many saved it, state, progress and whether it is a
 * favourite; or why nothing was written.
 */
export const putReading = writeScript({
  uses: [countSavers, libraryChanged],
  keys: ['noteKey', 'savers', 'reading', 'progressKey', 'favourites', '...states'],
  fixed: { changes: keys.changes, publicNotes: keys.publicNotes },
  args: ['uuid', 'userId', 'wanted', 'progress', 'now', 'favourite'],
  returns: z.union([
    z.tuple([z.literal('saved'), z.int(), ReadingState, z.coerce.number(), z.int()]),
    z.tuple([z.enum(['missing', 'deleted'])]),
  ]),
  body: `
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note then return { 'missing' } end
    if note.deletedAt then return { 'deleted' } end
    local before
    for i, name in ipairs(${names}) do if redis.call('ZSCORE', states[i], uuid) then before = name end end
    if not before and not isPublished(note) and note.authorId ~= userId then return { 'missing' } end
    for _, index in ipairs({ reading, changes, publicNotes }) do redis.call('ZCARD', index) end
    checkRanking('saves', uuid)
    redis.call('HLEN', progressKey)
    redis.call('SCARD', favourites)
    checkLibrary(userId)

    local state = wanted ~= '' and wanted or before or 'toread'
    if state ~= before or progress ~= '' then
      for i, name in ipairs(${names}) do
        if name == state then redis.call('ZADD', states[i], now, uuid) else redis.call('ZREM', states[i], uuid) end
      end
    end
    if progress ~= '' then redis.call('HSET', progressKey, uuid, progress) end
    if favourite ~= '' then redis.call(favourite == '1' and 'SADD' or 'SREM', favourites, uuid) end
    local saves = redis.call('SCARD', savers)
    if not before then
      redis.call('ZADD', reading, now, uuid)
      redis.call('SADD', savers, userId)
      saves = countSavers(note, uuid, savers)
    end
    libraryChanged(userId, { uuid })
    local star = redis.call('SISMEMBER', favourites, uuid)
    return { 'saved', saves, state, redis.call('HGET', progressKey, uuid) or '0', star }
    `,
});

/** Takes a note out of a reading list. Gives how many still have it. */
export const dropReading = writeScript({
  uses: [countSavers, libraryChanged],
  keys: ['noteKey', 'savers', 'reading', 'progressKey', 'favourites', '...states'],
  args: ['uuid', 'userId'],
  returns: z.int(),
  body: `
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    checkRanking('saves', uuid)
    checkLibrary(userId)
    if redis.call('SREM', savers, userId) == 0 then return redis.call('SCARD', savers) end
    redis.call('ZREM', reading, uuid)
    for _, state in ipairs(states) do redis.call('ZREM', state, uuid) end
    redis.call('HDEL', progressKey, uuid)
    redis.call('SREM', favourites, uuid)
    libraryChanged(userId, { uuid })
    return countSavers(note, uuid, savers)
    `,
});

/**
 * A page of the state at `asked` (from 1), last changed first, after the note `last` with that score. Gives score and
 * uuid where the page ends (empty where nothing follows), how many are in each state, the notes that this person may
 * read with when they changed, how far they were read and whether they have a star, and the authors.
 */
export const listReading = readScript({
  uses: [isPublished, placeAfter],
  keys: ['progressKey', 'favourites', '...states'],
  args: ['asked', 'most', 'score', 'last', 'userId'],
  prefixes: { notePrefix: keys.note(''), userPrefix: keys.user('') },
  returns: z.tuple([
    z.string(),
    z.string(),
    z.tuple([z.int(), z.int(), z.int()]),
    z.array(StoredLiveNote),
    z.array(z.int()),
    z.array(z.coerce.number()),
    z.array(z.int()),
    z.array(StoredUser),
  ]),
  body: `
    local list, limit = states[tonumber(asked)], tonumber(most)
    local start = placeAfter(list, score, last)
    local found = redis.call('ZREVRANGE', list, start, start + limit, 'WITHSCORES')
    local notes, changed, progress, stars, users, seen = {}, {}, {}, {}, {}, {}
    for i = 1, math.min(limit, #found / 2) do
      local json = redis.call('GET', notePrefix .. found[i * 2 - 1])
      local note = json and cjson.decode(json)
      if note and not note.deletedAt and (isPublished(note) or note.authorId == userId) then
        table.insert(notes, json)
        table.insert(changed, tonumber(found[i * 2]))
        table.insert(progress, redis.call('HGET', progressKey, note.uuid) or '0')
        table.insert(stars, redis.call('SISMEMBER', favourites, note.uuid))
        local user = not seen[note.authorId] and redis.call('GET', userPrefix .. note.authorId)
        if user then table.insert(users, user) end
        seen[note.authorId] = true
      end
    end
    local ends = #found / 2 > limit and { found[limit * 2], found[limit * 2 - 1] } or { '', '' }
    local counts = {}
    for i, state in ipairs(states) do counts[i] = redis.call('ZCARD', state) end
    return { ends[1], ends[2], counts, notes, changed, progress, stars, users }
    `,
});
