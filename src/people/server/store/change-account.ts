import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { raisePerson } from '../../../platform/server/store/script-parts.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script-text.ts';
import { addActivity } from './activity.ts';
import { nameAnew } from './likeness.ts';

/** What opens an account ends: all that an index names but what is kept (ids between commas; empty: all stays). */
const endAll: LuaPart = {
  body: `
    local function endAll(index, prefix, kept)
      if kept == '' then return end
      for _, one in ipairs(redis.call('ZRANGE', index, 0, -1)) do
        if not string.find(kept, ',' .. one .. ',', 1, true) then
          redis.call('DEL', prefix .. one)
          redis.call('ZREM', index, one)
        end
      end
    end
  `,
};

/** Spends a token (by its hash; empty: none), and voids those of these purposes (between commas), but no earlier restore. */
const spendTokens: LuaPart = {
  body: `
    local function spendTokens(index, token, voided)
      local spent = token ~= '' and redis.call('ZSCORE', index, 'restore:' .. token)
      for _, entry in ipairs(redis.call('ZRANGE', index, 0, -1)) do
        local purpose, hash = string.match(entry, '^([^:]+):(.+)$')
        local earlier = spent and purpose == 'restore' and tonumber(redis.call('ZSCORE', index, entry)) < tonumber(spent)
        if hash == token or (not earlier and string.find(voided, ',' .. purpose .. ',', 1, true)) then
          redis.call('DEL', ${luaKey(keys.token, 'hash')})
          redis.call('ZREM', index, entry)
        end
      end
    end
  `,
};

/**
 * The one script that changes a person: profile, names, password, and who stays signed in, in one step.
 *
 * `proof` is the token to spend, or the session that asks (or the user again). `names` are addresses and handles: first
 * those to claim, then those to hold for some seconds, then those to free. `shown` is empty where readers see no
 * difference, `token` the token's hash (empty: none is spent), `password` the new hash (empty: stays, `-`: removed).
 * Names that no look is known of count since `createdAt`.
 *
 * Gives `written` and the new head revision or null, or why nothing was written: `changed` (the person was, meanwhile),
 * `spent` (the token is gone) or `taken` (somebody else has a claimed name).
 */
export const changeAccountScript = writeScript({
  uses: [addActivity, nameAnew, raisePerson, endAll, spendTokens],
  keys: [
    ...(['userKey', 'passwordKey', 'sessions', 'tokens', 'passkeys', 'proof', 'apiTokens', 'activity'] as const),
    '...names',
  ],
  fixed: { handles: keys.handles, changes: keys.changes },
  prefixes: {
    sessionPrefix: keys.session(''),
    passkeyPrefix: keys.passkey(''),
    apiTokenPrefix: keys.apiToken(''),
  },
  args: [
    ...([
      'expected',
      'json',
      'id',
      'shown',
      'token',
      'password',
      'keptSessions',
      'keptPasskeys',
      'keptTokens',
    ] as const),
    ...(['claims', 'holds', 'holdSeconds', 'voided', 'activityEntry', 'activityAt', 'createdAt', '...looks'] as const),
  ],
  returns: z.union([
    z.tuple([z.literal('written'), z.int().nullable()]),
    z.tuple([z.enum(['changed', 'spent', 'taken'])]),
  ]),
  body: `
    local claimed, held = tonumber(claims), tonumber(claims) + tonumber(holds)
    if redis.call('GET', userKey) ~= expected then return { 'changed' } end
    if token ~= '' and redis.call('EXISTS', proof) == 0 then return { 'spent' } end
    for i = 1, claimed do
      local owner = redis.call('GET', names[i])
      if owner and owner ~= id and owner ~= 'held:' .. id then return { 'taken' } end
    end
    for _, index in ipairs({ changes, sessions, tokens, passkeys, apiTokens, handles, activity }) do
      redis.call('ZCARD', index)
    end

    redis.call('SET', userKey, json)
    local before, after = cjson.decode(expected), cjson.decode(json)
    redis.call('ZREM', handles, before.handle)
    if not after.deletedAt then redis.call('ZADD', handles, 0, after.handle) end
    for i, name in ipairs(names) do
      if i <= claimed then redis.call('SET', name, id)
      elseif i <= held then redis.call('SET', name, 'held:' .. id, 'EX', holdSeconds)
      else redis.call('DEL', name) end
    end
    if password == '-' then
      redis.call('DEL', passwordKey)
    elseif password ~= '' then
      redis.call('SET', passwordKey, password)
    end
    endAll(sessions, sessionPrefix, keptSessions)
    endAll(passkeys, passkeyPrefix, keptPasskeys)
    endAll(apiTokens, apiTokenPrefix, keptTokens)
    spendTokens(tokens, token, voided)
    if not after.deletedAt then addActivity(activity, activityEntry, activityAt) end
    local time = redis.call('TIME')
    local since = time[1] * 1000 + math.floor(time[2] / 1000)
    if redis.call('EXISTS', ${luaKey(keys.userAlike, 'id')}) == 0 then since = createdAt end
    for _, each in ipairs(nameAnew(id, looks, since, before.handle ~= after.handle)) do
      if each ~= id or shown == '' then raisePerson(each) end
    end
    return { 'written', shown ~= '' and raisePerson(id) }
    `,
});
