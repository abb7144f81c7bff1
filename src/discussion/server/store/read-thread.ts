import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript, luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { placeAfter } from '../../../platform/server/store/script-parts.ts';
import { isPublished } from '../../../notes/server/store/note-parts.ts';
import { StoredUser } from '../../../people/server/store/users.ts';
import { StoredComment } from './add-comment.ts';

/** Gives what is stored of these comments, their authors, and the size in bytes; a missing comment is false. */
const gather: LuaPart = {
  body: `
    local function gather(ids)
      local comments, votes, users, seen, size = {}, {}, {}, {}, 0
      for i, id in ipairs(ids) do
        local json = redis.call('GET', ${luaKey(keys.comment, 'id')})
        comments[i] = json
        votes[i] = redis.call('SCARD', ${luaKey(keys.voters, 'id')})
        local authorId = json and cjson.decode(json).authorId
        if json then size = size + #json end
        if authorId and not seen[authorId] then
          seen[authorId] = true
          local user = redis.call('GET', ${luaKey(keys.user, 'authorId')})
          if user then table.insert(users, user) end
        end
      end
      return comments, votes, users, size
    end
    local function idOf(path)
      local last = path:sub(-32)
      return table.concat({ last:sub(1, 8), last:sub(9, 12), last:sub(13, 16), last:sub(17, 20), last:sub(21) }, '-')
    end
    local function lastChange(key)
      return tonumber(redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2] or 0)
    end
  `,
};

const Gathered = [z.array(StoredComment.nullable()), z.array(z.int()), z.array(StoredUser)] as const;

/**
 * One part of a thread, for a visitor who may read its note. `asked` is `thread`, `newest`, `best`, `after` for changes,
 * or `around` for a comment with `ahead` comments before it, the rest after it, and everything that these reply to.
 * `place` is where to continue (a path, a score, a revision, or the id of that comment), `last` the id that had the
 * score.
 *
 * Returns the status and, for `found`: how many comments are shown, the revision of the last change, the path after what
 * is left out at the beginning (empty if nothing is), the score (or path) and id at which the part ends (empty if nothing
 * follows), the ids, their comments with votes and authors, the ids in this thread that the visitor voted for, and the
 * time of the thread's newest comment in milliseconds, false without any.
 */
export const readThread = readScript({
  uses: [isPublished, placeAfter, gather],
  keys: ['noteKey', 'thread', 'times', 'best', 'changes', 'ownVotes'],
  args: ['asked', 'place', 'last', 'max', 'ahead', 'visitor'],
  returns: z.union([
    z.tuple([
      z.literal('found'),
      z.int(),
      z.int(),
      z.string(),
      z.string(),
      z.string(),
      z.array(z.string()),
      ...Gathered,
      z.array(z.string()),
      z.string().nullable(),
    ]),
    z.tuple([z.enum(['missing', 'deleted', 'no-comment'])]),
  ]),
  body: `
    local limit = tonumber(max)
    local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note then return { 'missing' } end
    if note.deletedAt then return { 'deleted' } end
    if not isPublished(note) and note.authorId ~= visitor then return { 'missing' } end

    local ids, before, ends = {}, '', { '', '' }
    if asked == 'around' then
      local stored = redis.call('GET', ${luaKey(keys.comment, 'place')})
      local rank = stored and redis.call('ZRANK', thread, cjson.decode(stored).path)
      if not rank then return { 'no-comment' } end
      local start = math.max(0, rank - ahead)
      local paths = redis.call('ZRANGE', thread, start, start + limit)
      -- What any of these answers and is not among them, the first of them answers too.
      for length = 32, #paths[1] - 32, 32 do
        local above = paths[1]:sub(1, length)
        if redis.call('ZSCORE', thread, above) then table.insert(ids, idOf(above)) end
      end
      for i = 1, math.min(limit, #paths) do table.insert(ids, idOf(paths[i])) end
      if start > 0 then before = paths[1] end
      if #paths > limit then ends = { paths[limit], ids[#ids] } end
    elseif asked == 'thread' then
      local paths = redis.call('ZRANGEBYLEX', thread, place == '' and '-' or '(' .. place, '+', 'LIMIT', 0, limit + 1)
      for i = 1, math.min(limit, #paths) do ids[i] = idOf(paths[i]) end
      if #paths > limit then ends = { paths[limit], ids[limit] } end
    else
      local found
      if asked == 'after' then
        found = redis.call('ZRANGEBYSCORE', changes, '(' .. place, '+inf', 'WITHSCORES', 'LIMIT', 0, limit + 1)
      else
        local order = asked == 'best' and best or times
        local start = placeAfter(order, place, last)
        found = redis.call('ZREVRANGE', order, start, start + limit, 'WITHSCORES')
      end
      for i = 1, math.min(limit, #found / 2) do ids[i] = found[i * 2 - 1] end
      if #found / 2 > limit then ends = { found[limit * 2], ids[limit] } end
    end
    local comments, votes, users = gather(ids)
    local mine = visitor ~= '' and redis.call('ZINTER', 2, times, ownVotes) or {}
    return {
      'found', redis.call('ZCARD', times), lastChange(changes), before, ends[1], ends[2], ids, comments, votes, users, mine,
      redis.call('ZREVRANGE', times, 0, 0, 'WITHSCORES')[2] or false
    }
    `,
});

/**
 * The tops of many threads for their pages, with the counts of their notes: at most `max` comments of each, and as many
 * threads as fit into `enough` bytes, at least one. Returns votes, saves, shown comments, all comments in the tree,
 * revision, then the first comments as above.
 */
export const readThreadTops = readScript({
  uses: [gather],
  args: ['max', 'enough', '...uuids'],
  returns: z.array(z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), ...Gathered])),
  body: `
    local tops, total = {}, 0
    for _, uuid in ipairs(uuids) do
      local thread = ${luaKey(keys.thread, 'uuid')}
      local ids = {}
      for i, path in ipairs(redis.call('ZRANGEBYLEX', thread, '-', '+', 'LIMIT', 0, max)) do ids[i] = idOf(path) end
      local comments, votes, users, size = gather(ids)
      table.insert(tops, {
        redis.call('SCARD', ${luaKey(keys.voters, 'uuid')}), redis.call('SCARD', ${luaKey(keys.savers, 'uuid')}),
        redis.call('ZCARD', ${luaKey(keys.threadTimes, 'uuid')}), redis.call('ZCARD', thread),
        lastChange(${luaKey(keys.threadChanges, 'uuid')}), comments, votes, users
      })
      total = total + size
      if total > tonumber(enough) then break end
    end
    return tops
    `,
});
