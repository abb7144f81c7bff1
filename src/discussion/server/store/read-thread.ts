import { z } from 'zod';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { isPublished, placeAfter } from '../../../platform/server/store/lua.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';
import { StoredComment } from './stored-comment.ts';

/** Lua: what is stored of these comments, the size of it, and who wrote them; a comment that is gone is false. */
const gather = `
  local function gather(ids, commentPrefix, voterPrefix, userPrefix)
    local comments, votes, users, seen, size = {}, {}, {}, {}, 0
    for i, id in ipairs(ids) do
      local json = redis.call('GET', commentPrefix .. id)
      comments[i] = json
      votes[i] = redis.call('SCARD', voterPrefix .. id)
      local authorId = json and cjson.decode(json).authorId
      if json then size = size + #json end
      if authorId and not seen[authorId] then
        seen[authorId] = true
        local user = redis.call('GET', userPrefix .. authorId)
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
`;

const Gathered = [z.array(StoredComment.nullable()), z.array(z.int()), z.array(StoredUser)] as const;

/**
 * One answer out of a thread, for a visitor who may read its note.
 *
 * KEYS note, thread, thread times, thread votes, thread changes, the visitor's votes. ARGV what is asked for (`thread`,
 * `newest`, `best`, or `after` for changes); where to go on (a path, a score, or a revision); the id that had the score;
 * the most to give; the visitor's id; prefixes of comments, voters and users.
 *
 * Gives the status and, for `found`: how many show, the revision of the last change, the score (or path) and id where
 * the answer ends (empty where nothing follows), the ids, their comments with votes and authors, and the ids in this
 * thread that the visitor voted for.
 */
export const readThread = numberedRead(
  `
  ${isPublished}
  ${placeAfter}
  ${gather}
  local asked, place, last, limit, visitor = unpack(ARGV)
  limit = tonumber(limit)
  local note = redis.call('GET', KEYS[1])
  note = note and cjson.decode(note)
  if not note then return { 'missing' } end
  if note.deletedAt then return { 'deleted' } end
  if not isPublished(note) and note.authorId ~= visitor then return { 'missing' } end

  local ids, ends = {}, { '', '' }
  if asked == 'thread' then
    local paths = redis.call('ZRANGEBYLEX', KEYS[2], place == '' and '-' or '(' .. place, '+', 'LIMIT', 0, limit + 1)
    for i = 1, math.min(limit, #paths) do ids[i] = idOf(paths[i]) end
    if #paths > limit then ends = { paths[limit], ids[limit] } end
  else
    local found
    if asked == 'after' then
      found = redis.call('ZRANGEBYSCORE', KEYS[5], '(' .. place, '+inf', 'WITHSCORES', 'LIMIT', 0, limit + 1)
    else
      local key = asked == 'best' and KEYS[4] or KEYS[3]
      local start = placeAfter(key, place, last)
      found = redis.call('ZREVRANGE', key, start, start + limit, 'WITHSCORES')
    end
    for i = 1, math.min(limit, #found / 2) do ids[i] = found[i * 2 - 1] end
    if #found / 2 > limit then ends = { found[limit * 2], ids[limit] } end
  end
  local comments, votes, users = gather(ids, ARGV[6], ARGV[7], ARGV[8])
  local mine = visitor ~= '' and redis.call('ZINTER', 2, KEYS[3], KEYS[6]) or {}
  return {
    'found', redis.call('ZCARD', KEYS[3]), lastChange(KEYS[5]), ends[1], ends[2], ids, comments, votes, users, mine
  }
  `,
  z.union([
    z.tuple([
      z.literal('found'),
      z.int(),
      z.int(),
      z.string(),
      z.string(),
      z.array(z.string()),
      ...Gathered,
      z.array(z.string()),
    ]),
    z.tuple([z.enum(['missing', 'deleted'])]),
  ]),
);

/**
 * The tops of many threads for their pages, with what is counted about their notes.
 *
 * ARGV the most comments of a thread to give, how many bytes of comments are enough, prefixes of threads, comments,
 * voters, savers and users, then the notes' uuids. Gives as many threads as fit, at least one: votes, saves, comments
 * that show, all that are in the tree, revision, then the first comments as above.
 */
export const readThreadTops = numberedRead(
  `
  ${gather}
  local most, enough, threads, commentPrefix, voters, savers, userPrefix = unpack(ARGV)
  local tops, total = {}, 0
  for at = 8, #ARGV do
    local uuid = ARGV[at]
    local key = threads .. uuid
    local ids = {}
    for i, path in ipairs(redis.call('ZRANGEBYLEX', key, '-', '+', 'LIMIT', 0, most)) do ids[i] = idOf(path) end
    local comments, votes, users, size = gather(ids, commentPrefix, voters, userPrefix)
    table.insert(tops, {
      redis.call('SCARD', voters .. uuid), redis.call('SCARD', savers .. uuid),
      redis.call('ZCARD', key .. ':times'), redis.call('ZCARD', key), lastChange(key .. ':changes'),
      comments, votes, users
    })
    total = total + size
    if total > tonumber(enough) then break end
  end
  return tops
  `,
  z.array(z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), ...Gathered])),
);
