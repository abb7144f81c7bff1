import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { maxApiTokens, TokenScope, type OwnApiToken } from '../../model/account.ts';
import type { Activity } from '../../model/activity.ts';
import type { User } from '../../model/user.ts';
import { activityArgs, addActivity, removeOwnedScript } from './activity.ts';
import { StoredUser } from './users.ts';

const add = writeScript({
  uses: [addActivity],
  keys: ['token', 'tokens', 'activity', 'session'],
  args: ['hash', 'userId', 'name', 'scope', 'createdAt', 'createdMs', 'max', 'activityEntry', 'activityAt'],
  returns: z.enum(['ended', 'full', 'added']),
  body: `
    redis.call('ZCARD', activity)
    if redis.call('HGET', session, 'userId') ~= userId then return 'ended' end
    if redis.call('ZCARD', tokens) >= tonumber(max) then return 'full' end
    redis.call('HSET', token, 'userId', userId, 'name', name, 'scope', scope, 'createdAt', createdAt)
    redis.call('ZADD', tokens, createdMs, hash)
    addActivity(activity, activityEntry, activityAt)
    return 'added'
    `,
});

const list = readScript({
  keys: ['tokens'],
  returns: z.array(
    z
      .tuple([z.string(), z.string(), TokenScope, z.iso.datetime(), z.iso.datetime().nullable()])
      .transform(([id, name, scope, createdAt, lastUsedAt]): OwnApiToken => ({
        id,
        name,
        scope,
        createdAt,
        lastUsedAt,
      })),
  ),
  body: `
    local found = {}
    for _, hash in ipairs(redis.call('ZRANGE', tokens, 0, -1)) do
      local token = redis.call('HMGET', ${luaKey(keys.apiToken, 'hash')}, 'name', 'scope', 'createdAt', 'lastUsedAt')
      if token[1] then table.insert(found, { hash, token[1], token[2], token[3], token[4] }) end
    end
    return found
    `,
});

// `countsOnly`: it may be repeated, since writing the time of last use twice changes nothing.
const accept = writeScript({
  countsOnly: true,
  keys: ['tokenKey'],
  args: ['minute'],
  returns: z.tuple([TokenScope, StoredUser]).nullable(),
  body: `
    local token = redis.call('HMGET', tokenKey, 'userId', 'scope', 'lastUsedAt')
    local user = token[1] and redis.call('GET', ${luaKey(keys.user, 'token[1]')})
    if not user then return false end
    -- A store that takes nothing new still says whose token it is.
    if token[3] ~= minute then redis.pcall('HSET', tokenKey, 'lastUsedAt', minute) end
    return { token[2], user }
    `,
});

/**
 * Stores a new token under the hash of its secret. `ended`: the session of the request has ended; `full`: the person has
 * the maximum number of tokens.
 */
export async function addApiToken(
  redis: Redis,
  { userId, sid }: { userId: string; sid: string },
  hash: string,
  { name, scope, createdAt }: Pick<OwnApiToken, 'name' | 'scope' | 'createdAt'>,
  activity: Activity,
): Promise<'added' | 'ended' | 'full'> {
  return add(redis, {
    token: keys.apiToken(hash),
    tokens: keys.userApiTokens(userId),
    activity: keys.activity(userId),
    session: keys.session(sid),
    hash,
    userId,
    name,
    scope,
    createdAt,
    createdMs: Date.parse(createdAt),
    max: maxApiTokens,
    ...activityArgs(activity),
  });
}

/** A person's tokens, oldest first. */
export function listApiTokens(redis: Redis, userId: string): Promise<OwnApiToken[]> {
  return list(redis, { tokens: keys.userApiTokens(userId) });
}

/** The owner and scope of a token, in one round trip that also records its use. Undefined for an unknown token. */
export async function acceptApiToken(
  redis: Redis,
  hash: string,
  now: Date,
): Promise<{ user: User; scope: TokenScope } | undefined> {
  const minute = `${now.toISOString().slice(0, 16)}:00.000Z`;
  const found = await accept(redis, { tokenKey: keys.apiToken(hash), minute });
  return found ? { scope: found[0], user: found[1] } : undefined;
}

/** Revokes a person's token. False if it is not theirs or does not exist. */
export async function removeApiToken(redis: Redis, userId: string, hash: string, activity: Activity): Promise<boolean> {
  return (
    (await removeOwnedScript(redis, {
      thing: keys.apiToken(hash),
      owned: keys.userApiTokens(userId),
      activity: keys.activity(userId),
      id: hash,
      ...activityArgs(activity),
    })) === 1
  );
}
