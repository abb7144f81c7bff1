import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { raise, rank } from '../../../platform/server/store/lua.ts';

/**
 * One person's vote for a note or a comment, given or taken back. What is there already changes nothing.
 *
 * KEYS note, subject (the note itself, or a comment in its thread), voters, the person's votes, head, changes, public
 * notes, hot notes, thread votes, thread changes. ARGV the subject's id, the note's uuid, the person, `give` or `take`,
 * now in milliseconds, member of the change log, `note` or `comment`.
 *
 * Gives `voted` and how many votes there are, or why nothing was written.
 */
export const vote = numberedWrite(
  `
  ${raise('KEYS[5]', 'KEYS[6]')}
  ${rank}
  local id, uuid, userId, way, now, member, kind = unpack(ARGV)
  local noteJson, json = redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2])
  if not noteJson or not json then return { 'missing' } end
  local note, subject = cjson.decode(noteJson), cjson.decode(json)
  if note.deletedAt then return { 'deleted' } end
  if type(subject.deletedAt) == 'string' or (kind == 'comment' and subject.hidden) then return { 'missing' } end
  if not isPublished(note) then return { note.authorId == userId and 'own' or 'missing' } end
  if subject.authorId == userId then return { 'own' } end
  for _, i in ipairs({ 4, 6, 7, 8, 9, 10 }) do redis.call('ZCARD', KEYS[i]) end

  local changed = redis.call(way == 'give' and 'SADD' or 'SREM', KEYS[3], userId) == 1
  local votes = redis.call('SCARD', KEYS[3])
  if changed then
    if way == 'give' then redis.call('ZADD', KEYS[4], now, id) else redis.call('ZREM', KEYS[4], id) end
    local revision = raise(note, member)
    if kind == 'comment' then
      redis.call('ZADD', KEYS[9], votes, id)
      redis.call('ZADD', KEYS[10], revision, id)
    else
      rank(KEYS[8], uuid, redis.call('ZSCORE', KEYS[7], uuid), votes, hotScore, 0)
    end
  end
  return { 'voted', votes }
  `,
  z.union([z.tuple([z.literal('voted'), z.int()]), z.tuple([z.enum(['missing', 'deleted', 'own'])])]),
);
