import { z } from 'zod';
import { addActivity } from './activity.ts';
import { nameAnew } from './likeness.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { raisePerson } from '../../../platform/server/store/lua.ts';

/**
 * The one script that changes a person: profile, names, password, and who stays signed in, in one step.
 *
 * KEYS user, head, changes, password, sessions, tokens, passkeys, token to spend (or the user again), personal tokens, all
 * handles, activity, then names to claim, names to hold and names to free, each an address or a handle.
 * ARGV the user's JSON as it must be; the one to put in its place; user id; member of the change log (empty: nothing
 * that readers see); the token's hash (empty: none is spent); the new password hash (empty: stays, `-`: removed);
 * of sessions, passkeys and personal tokens each the ids that stay, between commas, where the others end (empty: all stay);
 * how many names are claimed; how many are held; for how many seconds; purposes of tokens to void, between commas;
 * prefixes of sessions, tokens, passkeys and personal tokens; what is noted as activity and its time;
 * createdAt in milliseconds, since when the names
 * count that no look is known of; prefixes of users and of looks; what the names look like.
 *
 * Gives `written` and the new head revision or null, or why nothing was written: `changed` (the person was, meanwhile),
 * `spent` (the token is gone) or `taken` (somebody else has a claimed name).
 */
export const changeAccountScript = numberedWrite(
  `
  ${addActivity.body}
  ${nameAnew}
  ${raisePerson('KEYS[2]', 'KEYS[3]')}
  local expected, next, id, member, token, password, keptSessions, keptPasskeys, keptTokens = unpack(ARGV, 1, 9)
  local claims, holds, holdSeconds, voided = tonumber(ARGV[10]), tonumber(ARGV[11]), ARGV[12], ARGV[13]
  local sessionPrefix, tokenPrefix, passkeyPrefix = ARGV[14], ARGV[15], ARGV[16]
  if redis.call('GET', KEYS[1]) ~= expected then return { 'changed' } end
  if token ~= '' and redis.call('EXISTS', KEYS[8]) == 0 then return { 'spent' } end
  for i = 12, 11 + claims do
    local owner = redis.call('GET', KEYS[i])
    if owner and owner ~= id and owner ~= 'held:' .. id then return { 'taken' } end
  end
  for i = 5, 7 do redis.call('ZCARD', KEYS[i]) end
  redis.call('ZCARD', KEYS[3])
  for i = 9, 11 do redis.call('ZCARD', KEYS[i]) end

  redis.call('SET', KEYS[1], next)
  local before, after = cjson.decode(expected), cjson.decode(next)
  redis.call('ZREM', KEYS[10], before.handle)
  if not after.deletedAt then redis.call('ZADD', KEYS[10], 0, after.handle) end
  for i = 12, 11 + claims do redis.call('SET', KEYS[i], id) end
  for i = 12 + claims, 11 + claims + holds do redis.call('SET', KEYS[i], 'held:' .. id, 'EX', holdSeconds) end
  for i = 12 + claims + holds, #KEYS do redis.call('DEL', KEYS[i]) end
  if password == '-' then
    redis.call('DEL', KEYS[4])
  elseif password ~= '' then
    redis.call('SET', KEYS[4], password)
  end
  local function endAll(index, prefix, kept)
    if kept == '' then return end
    for _, one in ipairs(redis.call('ZRANGE', index, 0, -1)) do
      if not string.find(kept, ',' .. one .. ',', 1, true) then
        redis.call('DEL', prefix .. one)
        redis.call('ZREM', index, one)
      end
    end
  end
  endAll(KEYS[5], sessionPrefix, keptSessions)
  endAll(KEYS[7], passkeyPrefix, keptPasskeys)
  endAll(KEYS[9], ARGV[17], keptTokens)
  local spent = token ~= '' and redis.call('ZSCORE', KEYS[6], 'restore:' .. token)
  for _, entry in ipairs(redis.call('ZRANGE', KEYS[6], 0, -1)) do
    local purpose, hash = string.match(entry, '^([^:]+):(.+)$')
    local earlier = spent and purpose == 'restore' and tonumber(redis.call('ZSCORE', KEYS[6], entry)) < tonumber(spent)
    if hash == token or (not earlier and string.find(voided, ',' .. purpose .. ',', 1, true)) then
      redis.call('DEL', tokenPrefix .. hash)
      redis.call('ZREM', KEYS[6], entry)
    end
  end
  if not after.deletedAt then addActivity(KEYS[11], ARGV[18], ARGV[19]) end
  local moved = before.handle ~= after.handle
  local time = redis.call('TIME')
  local since = time[1] * 1000 + math.floor(time[2] / 1000)
  if redis.call('EXISTS', ARGV[21] .. id .. ':alike') == 0 then since = ARGV[20] end
  for _, each in ipairs(nameAnew(id, { unpack(ARGV, 23) }, since, moved, ARGV[21], ARGV[22])) do
    if each ~= id or member == '' then raisePerson(each) end
  end
  if member == '' then return { 'written', false } end
  local revision = redis.call('INCR', KEYS[2])
  redis.call('ZADD', KEYS[3], revision, member)
  return { 'written', revision }
  `,
  z.union([z.tuple([z.literal('written'), z.int().nullable()]), z.tuple([z.enum(['changed', 'spent', 'taken'])])]),
);
