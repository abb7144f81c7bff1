import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { raise, raisePerson, rank } from '../../../platform/server/store/lua.ts';

/** Lua that both scripts begin with: the keys by name, the stored comment and its note. */
const opening = `
  ${raise('KEYS[7]', 'KEYS[8]')}
  ${raisePerson('KEYS[7]', 'KEYS[8]')}
  ${rank}
  local next, expected, id, uuid, member = unpack(ARGV)
  local stored = redis.call('GET', KEYS[2])
  if not stored then return { 'missing' } end
  local comment = cjson.decode(stored)
  if type(comment.deletedAt) == 'string' then return { 'missing' } end
  if expected ~= 'any' and comment.rev ~= tonumber(expected) then return { 'stale', stored } end
  local noteJson = redis.call('GET', KEYS[1])
  local note = noteJson and cjson.decode(noteJson) or { deletedAt = 'never written' }
  for _, i in ipairs({ 3, 4, 5, 6, 8, 9, 10, 11 }) do redis.call('ZCARD', KEYS[i]) end
  local public = KEYS[9] .. ':public'
  redis.call('ZCARD', public)
  local function listAnew(createdAt)
    local was = redis.call('ZREM', public, id) == 1
    local is = createdAt and redis.call('ZSCORE', KEYS[10], uuid)
    if is then redis.call('ZADD', public, createdAt, id) end
    if was or is then raisePerson(comment.authorId) end
  end
  local function countAnew()
    rank(KEYS[11], uuid, redis.call('ZSCORE', KEYS[10], uuid), redis.call('ZCARD', KEYS[4]), discussedScore, 1)
  end
  local function changed(revision, ids)
    if revision then for _, each in ipairs(ids) do redis.call('ZADD', KEYS[6], revision, each) end end
    return { 'written', revision }
  end
`;

/** What both give. */
export const CommentOutcome = z.union([
  z.tuple([z.literal('written'), z.int().nullable()]),
  z.tuple([z.literal('stale'), z.string()]),
  z.tuple([z.literal('missing')]),
]);

/**
 * Puts the next revision of a comment in its place.
 *
 * KEYS note, comment, thread, thread times, thread votes, thread changes, head, changes, the author's comments, public
 * notes, discussed notes, edits, voters. ARGV the next JSON, the stored revision to expect or `any`, id, the note's
 * uuid, member of the change log, createdAt in milliseconds, `shown` where readers see it, the earlier version's JSON or
 * an empty text, how many of those are kept.
 */
export const replaceCommentLua = `
  ${opening}
  redis.call('SCARD', KEYS[13])
  redis.call('SET', KEYS[2], next)
  if ARGV[8] ~= '' then
    redis.call('LPUSH', KEYS[12], ARGV[8])
    redis.call('LTRIM', KEYS[12], 0, ARGV[9] - 1)
  end
  if ARGV[7] == 'shown' then
    redis.call('ZADD', KEYS[4], ARGV[6], id)
    redis.call('ZADD', KEYS[5], redis.call('SCARD', KEYS[13]), id)
  else
    redis.call('ZREM', KEYS[4], id)
    redis.call('ZREM', KEYS[5], id)
  end
  countAnew()
  listAnew(ARGV[7] == 'shown' and ARGV[6])
  return changed(raise(note, member), { id })
`;

export const replaceComment = numberedWrite(replaceCommentLua, CommentOutcome);

/**
 * Deletes a comment: what others answered leaves the given tombstone in its place, anything else goes without a trace,
 * and with it the tombstones above it that nothing answers any more.
 *
 * KEYS as for replaceComment, then replies. ARGV the tombstone's JSON, the stored revision to expect or `any`, id, the
 * note's uuid, member of the change log, prefix of comments, prefix of replies, prefix of people's votes.
 */
export const removeComment = numberedWrite(
  `
  ${opening}
  local answered = redis.call('SCARD', KEYS[14]) > 0
  local ids = { id }
  redis.call('ZREM', KEYS[4], id)
  redis.call('ZREM', KEYS[5], id)
  redis.call('ZREM', KEYS[9], id)
  listAnew(false)
  for _, voter in ipairs(redis.call('SMEMBERS', KEYS[13])) do redis.call('ZREM', ARGV[8] .. voter, id) end
  redis.call('DEL', KEYS[12], KEYS[13])
  if answered then
    redis.call('SET', KEYS[2], next)
  else
    while comment do
      redis.call('DEL', ARGV[6] .. comment.id)
      redis.call('ZREM', KEYS[3], comment.path)
      local above = type(comment.parent) == 'string' and comment.parent
      comment = nil
      if above then
        redis.call('SREM', ARGV[7] .. above, ids[#ids])
        local json = redis.call('GET', ARGV[6] .. above)
        local parent = json and cjson.decode(json)
        if parent and type(parent.deletedAt) == 'string' and redis.call('SCARD', ARGV[7] .. above) == 0 then
          comment = parent
          table.insert(ids, above)
        end
      end
    end
  end
  countAnew()
  return changed(raise(note, member), ids)
  `,
  CommentOutcome,
);
