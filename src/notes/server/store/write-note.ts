import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { keepRevision } from './keep-revision.ts';
import { raisePerson, rank } from '../../../platform/server/store/lua.ts';
import { StoredLiveNote } from './stored-note.ts';

/**
 * The one script that writes notes: create, replace and delete differ only in what they expect and leave.
 *
 * KEYS note, head, changes, author's notes, public notes, author's public notes, hot notes, discussed notes, saved
 * notes, voters, savers, thread times, public links, author's links, copy, highlights, what the author captured of the link,
 * revisions, the author's drafts, what the author sent under the call's idempotency key, what came with the note when it
 * was imported, then the notes of each tag that the next version has.
 * ARGV the next JSON; the stored revision to expect (`none` for no note, `any` for whichever); uuid; author id; member
 * of the change log; prefix of tag keys; createdAt as a score (empty: leaves the author's notes); publishedAt as a
 * score (empty: not public); `published` when anyone may read the next version; prefixes of people's votes and of their
 * reading lists; the digest of the link, or after `=` of what a text says (empty: none); prefixes of comments and of people's comments; the digest of what
 * a call with an idempotency key says (empty: it has none), and for how many seconds that is kept. The stored JSON has
 * the link's digest as `link`.
 *
 * Gives `written` and the new head revision or null, or the reason for writing nothing (`stale` with the stored JSON;
 * `repeated` with the JSON of the note that was written before under the same key, and 1 where that call said the same).
 * Reading the size of every set first fails while nothing is written, should one not be a sorted set.
 */
export const writeNoteLua = `
  ${rank}
  ${raisePerson('KEYS[2]', 'KEYS[3]')}
  ${keepRevision('KEYS[18]')}
  local next, expected, uuid, authorId, member, tagPrefix, createdAt, publishedAt = unpack(ARGV)
  local said, sent = ARGV[15], false
  if said ~= '' then sent = redis.call('GET', KEYS[20]) end
  if sent then
    local before = redis.call('GET', string.sub(KEYS[1], 1, -#uuid - 1) .. string.sub(sent, 1, #uuid))
    if before and not cjson.decode(before).deletedAt then
      return { 'repeated', before, string.sub(sent, #uuid + 2) == said and 1 or 0 }
    end
  end
  local stored = redis.call('GET', KEYS[1])
  local old = stored and cjson.decode(stored)
  if old and expected == 'none' then return { 'exists' } end
  if not old and expected ~= 'none' then return { 'missing' } end
  if old then
    if old.deletedAt then return { 'deleted' } end
    if old.authorId ~= authorId then return { 'foreign' } end
    if expected ~= 'any' and old.rev ~= tonumber(expected) then return { 'stale', stored } end
  end

  local left = {}
  local wasPublic = old and old.visibility == 'public' and not old.hidden or false
  if wasPublic then
    left = { KEYS[5], KEYS[6], KEYS[7], KEYS[8], KEYS[9] }
    for _, tag in ipairs(old.tags) do table.insert(left, tagPrefix .. tag) end
  end
  local link, oldLink = ARGV[12], old and old.link
  for i = 3, #KEYS do
    if i < 15 or i > 21 then redis.call((i == 10 or i == 11) and 'SCARD' or 'ZCARD', KEYS[i]) end
  end
  redis.call('LLEN', KEYS[18])
  redis.call('HLEN', KEYS[19])
  for _, key in ipairs(left) do redis.call('ZCARD', key) end

  if wasPublic ~= (publishedAt ~= '') then
    local said, people = redis.call('ZRANGE', KEYS[12], 0, -1, 'WITHSCORES'), {}
    for i = 1, #said, 2 do
      local author = cjson.decode(redis.call('GET', ARGV[13] .. said[i])).authorId
      local list = ARGV[14] .. author .. ':public'
      if wasPublic then redis.call('ZREM', list, said[i]) else redis.call('ZADD', list, said[i + 1], said[i]) end
      people[author] = true
    end
    for author in pairs(people) do raisePerson(author) end
  end
  local revision = false
  if ARGV[9] == 'published' or (old and not old.hidden and (old.visibility == 'public' or old.visibility == 'unlisted')) then
    revision = redis.call('INCR', KEYS[2])
    redis.call('ZADD', KEYS[3], revision, member)
  end
  redis.call('SET', KEYS[1], next)
  if said ~= '' then redis.call('SET', KEYS[20], uuid .. ' ' .. said, 'EX', ARGV[16]) end
  if createdAt == '' then redis.call('DEL', KEYS[18], KEYS[21]) redis.call('HDEL', KEYS[19], uuid)
  elseif old then keepRevision(old, cjson.decode(next)) end
  for _, key in ipairs(left) do redis.call('ZREM', key, uuid) end
  if oldLink then
    for i = 13, 14 do redis.call('ZREM', KEYS[i], oldLink .. ':' .. uuid) end
    if oldLink ~= link then redis.call('DEL', KEYS[15], KEYS[16]) end
  end
  if link ~= '' then
    if redis.call('EXISTS', KEYS[17]) == 1 then
      redis.call('RENAME', KEYS[17], KEYS[15])
      redis.call('PERSIST', KEYS[15])
    end
    redis.call('ZADD', KEYS[14], 0, link .. ':' .. uuid)
    if publishedAt ~= '' and string.sub(link, 1, 1) ~= '=' then redis.call('ZADD', KEYS[13], 0, link .. ':' .. uuid) end
  end
  if createdAt == '' then
    redis.call('ZREM', KEYS[4], uuid)
    for _, voter in ipairs(redis.call('SMEMBERS', KEYS[10])) do redis.call('ZREM', ARGV[10] .. voter, uuid) end
    for _, saver in ipairs(redis.call('SMEMBERS', KEYS[11])) do
      local list = ARGV[11] .. saver
      redis.call('ZREM', list, uuid)
      for _, state in ipairs({ ':toread', ':reading', ':archived' }) do redis.call('ZREM', list .. state, uuid) end
      redis.call('HDEL', list .. ':progress', uuid)
      redis.call('SREM', list .. ':favourites', uuid)
    end
    redis.call('DEL', KEYS[10], KEYS[11])
  else
    redis.call('ZADD', KEYS[4], createdAt, uuid)
  end
  if publishedAt ~= '' then
    for i = 5, #KEYS do
      if i < 7 or i > 21 then redis.call('ZADD', KEYS[i], publishedAt, uuid) end
    end
    rank(KEYS[7], uuid, publishedAt, redis.call('SCARD', KEYS[10]), hotScore, 0)
    rank(KEYS[8], uuid, publishedAt, redis.call('ZCARD', KEYS[12]), discussedScore, 1)
    rank(KEYS[9], uuid, publishedAt, redis.call('SCARD', KEYS[11]), savedScore, 1)
  end
  return { 'written', revision }
`;

/** What it gives. */
export const NoteWritten = z.union([
  z.tuple([z.literal('written'), z.int().nullable()]),
  z.tuple([z.literal('stale'), z.string()]),
  z.tuple([z.literal('repeated'), StoredLiveNote, z.union([z.literal(0), z.literal(1)])]),
  z.tuple([z.enum(['exists', 'missing', 'deleted', 'foreign'])]),
]);

export const writeNote = numberedWrite(writeNoteLua, NoteWritten);
