import * as z from 'zod';
import { ReadingState } from '../../model/reading-list.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, writeScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { countReadable } from './readable.ts';
import { rankNote } from '../../../notes/server/store/note-indexes.ts';
import { isPublished, recordChange, StoredLiveNote, addAuthor } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';

/** The states of a note in a reading list, in the order of the keys that scripts get for them. */
const names = `{ ${ReadingState.options.map((state) => `'${state}'`).join(', ')} }`;
const numberOf = (state: ReadingState) => ReadingState.options.indexOf(state) + 1;

/**
 * Gives a note's place in a person's lists: its state, how far it was read, its star, when it was saved and moved. The
 * state is empty if it only has a star; nothing is given if it has neither.
 */
const placeIn: LuaPart = {
  body: `
    local function placeIn(reading, states, progressKey, favourites, uuid)
      local state, movedAt = '', redis.call('ZSCORE', reading, uuid)
      for i, name in ipairs(${names}) do
        local score = redis.call('ZSCORE', states[i], uuid)
        if score then state, movedAt = name, score end
      end
      if not movedAt then return end
      local progress, star = redis.call('HGET', progressKey, uuid) or '0', redis.call('SISMEMBER', favourites, uuid)
      return { state, progress, star, redis.call('ZSCORE', reading, uuid) or movedAt, movedAt }
    end
  `,
};

/**
 * Removes a note from a person's lists, with its star. How far the copy of an own link is read stays, as it is stored
 * without a list too. Returns whether it was counted among the saves.
 */
const leaveReading: LuaPart = {
  uses: [recordChange, rankNote],
  body: `
    local function leaveReading(reading, states, progressKey, favourites, uuid, userId)
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      redis.call('ZREM', reading, uuid)
      for _, state in ipairs(states) do redis.call('ZREM', state, uuid) end
      redis.call('SREM', favourites, uuid)
      if not note or note.authorId ~= userId then redis.call('HDEL', progressKey, uuid) end
      local isCounted = redis.call('SREM', ${luaKey(keys.savers, 'uuid')}, userId) == 1
      if isCounted then
        if note then recordChange(note) end
        rankNote('saves', uuid)
      end
      return isCounted
    end
  `,
};

const Place = z.tuple([
  z.union([z.literal(''), ReadingState]),
  z.coerce.number(),
  z.int(),
  z.coerce.number(),
  z.coerce.number(),
]);

/**
 * Saves notes to a reading list, moves those that are there, or gives or takes stars. `wanted`: a state; `none` for no
 * place in the list; empty to leave it unchanged, or to put a new note in `toread` if this is not about its star. Empty
 * progress and `favourite` (`1`, `0`) leave them unchanged. `times`: a list, perhaps empty, of when each was saved and
 * moved, in milliseconds, instead of now. Returns for each note `saved`, how many readers saved it, its place and its
 * former place, if any; or why nothing was written. Authors who save their own note are not counted: numbers of saves say
 * what readers think of it.
 */
export const putReading = writeScript({
  uses: [recordChange, rankNote, libraryChanged, placeIn, leaveReading],
  keys: ['reading', 'progressKey', 'favourites', '...states'],
  fixed: { changes: keys.changes, publicNotes: keys.publicNotes },
  args: ['userId', 'wanted', 'progress', 'now', 'favourite', 'times', '...uuids'],
  returns: z.array(
    z.union([
      z.tuple([z.literal('saved'), z.int(), z.union([Place, z.tuple([])])]),
      z.tuple([z.literal('saved'), z.int(), z.union([Place, z.tuple([])]), Place]),
      z.tuple([z.enum(['missing', 'deleted'])]),
    ]),
  ),
  body: `
    for _, index in ipairs({ reading, changes, publicNotes, unpack(states) }) do redis.call('ZCARD', index) end
    redis.call('HLEN', progressKey)
    redis.call('SCARD', favourites)
    checkLibrary(userId)
    for _, uuid in ipairs(uuids) do checkRanking('saves', uuid) end

    local outcomes, changed, thenAt = {}, {}, cjson.decode(times)
    for at, uuid in ipairs(uuids) do
      local json = redis.call('GET', ${luaKey(keys.note, 'uuid')})
      local note = json and cjson.decode(json)
      local savedAt, movedAt = unpack(thenAt[at] or { now, now })
      local before = placeIn(reading, states, progressKey, favourites, uuid)
      if not note then outcomes[at] = { 'missing' }
      elseif note.deletedAt then outcomes[at] = { 'deleted' }
      elseif not before and not isPublished(note) and note.authorId ~= userId then outcomes[at] = { 'missing' }
      else
        local state, isStarred = before and before[1] or '', before and before[3] == 1
        if favourite ~= '' then isStarred = favourite == '1' end
        if wanted == 'none' then state = ''
        elseif wanted ~= '' then state = wanted
        elseif state == '' and favourite == '' and not (before and progress ~= '') then state = 'toread' end
        local savers = ${luaKey(keys.savers, 'uuid')}
        if state == '' and not isStarred then
          if before then
            leaveReading(reading, states, progressKey, favourites, uuid, userId)
            table.insert(changed, uuid)
          end
          outcomes[at] = { 'saved', redis.call('SCARD', savers), {}, before }
        else
          if progress ~= '' or not before or state ~= before[1] then
            for i, name in ipairs(${names}) do
              if name == state then redis.call('ZADD', states[i], movedAt, uuid) else redis.call('ZREM', states[i], uuid) end
            end
          end
          if progress ~= '' then redis.call('HSET', progressKey, uuid, progress) end
          if favourite ~= '' then redis.call(favourite == '1' and 'SADD' or 'SREM', favourites, uuid) end
          if not before then
            redis.call('ZADD', reading, savedAt, uuid)
            if note.authorId ~= userId then
              redis.call('SADD', savers, userId)
              recordChange(note)
              rankNote('saves', uuid)
            end
          end
          local place = placeIn(reading, states, progressKey, favourites, uuid)
          if progress ~= '' or not before or place[1] ~= before[1] or place[3] ~= before[3] then
            table.insert(changed, uuid)
          end
          outcomes[at] = { 'saved', redis.call('SCARD', savers), place, before }
        end
      end
    end
    libraryChanged(userId, changed)
    return outcomes
    `,
});

/**
 * Stores how far a person read a note that they saved or starred, or the copy of their own link: the furthest that any
 * device reports, or 0 to begin again. A note in `toread` moves to `reading`, and one in `reading` to its top; one in no
 * list, or archived, does not move. Returns how far it is read, or nothing if the note is not theirs.
 */
export const putProgress = writeScript({
  uses: [libraryChanged, placeIn],
  keys: ['noteKey', 'reading', 'progressKey', 'favourites', '...states'],
  args: ['userId', 'uuid', 'progress', 'now'],
  returns: z.coerce.number().nullable(),
  body: `
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    local place = placeIn(reading, states, progressKey, favourites, uuid)
    if not note or note.deletedAt or not place and note.authorId ~= userId then return false end
    checkLibrary(userId)
    local before = redis.call('HGET', progressKey, uuid) or '0'
    local isFurther = tonumber(progress) > tonumber(before)
    if not isFurther and tonumber(progress) ~= 0 then return before end
    redis.call('HSET', progressKey, uuid, progress)
    if isFurther and place and place[1] ~= '' and place[1] ~= 'archived' then
      redis.call('ZREM', states[${numberOf('toread')}], uuid)
      redis.call('ZADD', states[${numberOf('reading')}], now, uuid)
    end
    libraryChanged(userId, { uuid })
    return progress
    `,
});

/**
 * Removes notes from a reading list, and their stars too unless `stars` is `stay`. Returns for each how many readers still
 * have it, and its former place, if any.
 */
export const dropReading = writeScript({
  uses: [recordChange, rankNote, libraryChanged, placeIn, leaveReading],
  keys: ['reading', 'progressKey', 'favourites', '...states'],
  args: ['userId', 'stars', '...uuids'],
  returns: z.array(z.union([z.tuple([z.int()]), z.tuple([z.int(), Place])])),
  body: `
    checkLibrary(userId)
    for _, uuid in ipairs(uuids) do checkRanking('saves', uuid) end
    local outcomes, changed = {}, {}
    for at, uuid in ipairs(uuids) do
      local before = placeIn(reading, states, progressKey, favourites, uuid)
      if stars == 'stay' and before and before[3] == 1 then
        for _, state in ipairs(states) do redis.call('ZREM', state, uuid) end
        if before[1] ~= '' then table.insert(changed, uuid) end
      elseif leaveReading(reading, states, progressKey, favourites, uuid, userId) or before then
        table.insert(changed, uuid)
      end
      outcomes[at] = { redis.call('SCARD', ${luaKey(keys.savers, 'uuid')}), before }
    end
    libraryChanged(userId, changed)
    return outcomes
    `,
});

/**
 * A page of the state at `asked` (from 1), last changed first, after the note `last` with that score. Returns the score
 * and uuid at which the page ends (empty if nothing follows), how many notes that this person may read are in each state,
 * these notes, with when they changed, how far they were read and whether they have a star, and the authors.
 */
export const listReading = readScript({
  uses: [isPublished, countReadable, placeAfter, addAuthor],
  keys: ['progressKey', 'favourites', '...states'],
  args: ['asked', 'max', 'score', 'last', 'userId'],
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
    local list, limit = states[tonumber(asked)], tonumber(max)
    local start = placeAfter(list, score, last)
    local found = redis.call('ZREVRANGE', list, start, start + limit, 'WITHSCORES')
    local notes, changed, progress, stars, users = {}, {}, {}, {}, {}
    for i = 1, math.min(limit, #found / 2) do
      local json = redis.call('GET', ${luaKey(keys.note, 'found[i * 2 - 1]')})
      local note = json and cjson.decode(json)
      if note and not note.deletedAt and (isPublished(note) or note.authorId == userId) then
        table.insert(notes, json)
        table.insert(changed, tonumber(found[i * 2]))
        table.insert(progress, redis.call('HGET', progressKey, note.uuid) or '0')
        table.insert(stars, redis.call('SISMEMBER', favourites, note.uuid))
        addAuthor(users, note.authorId)
      end
    end
    local ends = #found / 2 > limit and { found[limit * 2], found[limit * 2 - 1] } or { '', '' }
    local counts = {}
    for i, state in ipairs(states) do counts[i] = countReadable(state, userId) end
    return { ends[1], ends[2], counts, notes, changed, progress, stars, users }
    `,
});
