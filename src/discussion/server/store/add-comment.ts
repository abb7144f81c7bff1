import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { raise, raisePerson, rank } from '../../../platform/server/store/lua.ts';
import { StoredComment } from './stored-comment.ts';

/**
 * KEYS note, comment, thread, thread times, thread votes, thread changes, head, changes, the author's comments, public
 * notes, discussed notes, what the author sent under the call's idempotency key, then for an answer: the parent, its replies.
 * ARGV the comment's JSON, its id, its path, its author, createdAt in milliseconds, the note's uuid, member of the
 * change log, prefix of comments, the digest of what a call with an idempotency key says (empty: it has none), and for how
 * many seconds that is kept.
 *
 * Gives the new head revision, or why nothing was written: the same key wrote a comment before, which comes along with 1
 * where that call said the same (`repeated`); the note is missing (or not this author's to read), deleted,
 * unpublished or locked (with the reason); the parent is missing (or of another note) or gone.
 */
export const addComment = numberedWrite(
  `
  ${raise('KEYS[7]', 'KEYS[8]')}
  ${raisePerson('KEYS[7]', 'KEYS[8]')}
  ${rank}
  local json, id, path, authorId, createdAt, uuid, member = unpack(ARGV)
  local prefix, said, seconds = unpack(ARGV, 8)
  local sent = said ~= '' and redis.call('GET', KEYS[12])
  if sent then
    local before = redis.call('GET', prefix .. string.sub(sent, 1, #id))
    if before and type(cjson.decode(before).deletedAt) ~= 'string' then
      return { 'repeated', before, string.sub(sent, #id + 2) == said and 1 or 0 }
    end
  end
  local stored = redis.call('GET', KEYS[1])
  local note = stored and cjson.decode(stored)
  if not note then return { 'missing' } end
  if note.deletedAt then return { 'deleted' } end
  if not isPublished(note) then return { note.authorId == authorId and 'unpublished' or 'missing' } end
  if note.locked then return { 'locked', note.locked.reason } end
  if KEYS[13] then
    local parent = redis.call('GET', KEYS[13])
    parent = parent and cjson.decode(parent)
    if not parent or parent.noteUuid ~= uuid then return { 'parent-missing' } end
    if type(parent.deletedAt) == 'string' or parent.hidden then return { 'parent-gone' } end
  end
  if redis.call('EXISTS', KEYS[2]) == 1 then return { 'exists' } end
  for _, i in ipairs({ 3, 4, 5, 6, 8, 9, 10, 11 }) do redis.call('ZCARD', KEYS[i]) end
  if KEYS[14] then redis.call('SCARD', KEYS[14]) end
  redis.call('ZCARD', KEYS[9] .. ':public')

  if redis.call('ZSCORE', KEYS[10], uuid) then
    redis.call('ZADD', KEYS[9] .. ':public', createdAt, id)
    raisePerson(authorId)
  end
  local revision = raise(note, member)
  redis.call('SET', KEYS[2], json)
  redis.call('ZADD', KEYS[3], 0, path)
  redis.call('ZADD', KEYS[4], createdAt, id)
  redis.call('ZADD', KEYS[5], 0, id)
  redis.call('ZADD', KEYS[6], revision, id)
  redis.call('ZADD', KEYS[9], createdAt, id)
  if KEYS[14] then redis.call('SADD', KEYS[14], id) end
  if said ~= '' then redis.call('SET', KEYS[12], id .. ' ' .. said, 'EX', seconds) end
  rank(KEYS[11], uuid, redis.call('ZSCORE', KEYS[10], uuid), redis.call('ZCARD', KEYS[4]), discussedScore, 1)
  return { 'written', revision }
  `,
  z.union([
    z.tuple([z.literal('written'), z.int()]),
    z.tuple([z.literal('locked'), z.string()]),
    z.tuple([z.literal('repeated'), StoredComment, z.union([z.literal(0), z.literal(1)])]),
    z.tuple([z.enum(['missing', 'deleted', 'unpublished', 'parent-missing', 'parent-gone', 'exists'])]),
  ]),
);
