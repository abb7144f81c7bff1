import { z } from 'zod';
import type { Activity } from '../../model/activity.ts';
import { maxApiTokens, TokenScope, type OwnApiToken } from '../../model/api-token.ts';
import type { User } from '../../model/user.ts';
import { activityArgs, addActivity } from './activity.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { removeOwnedScript } from './remove-owned.ts';
import { StoredUser } from './stored-user.ts';

/**
 * KEYS token, the person's tokens, activity, the session that asks. ARGV hash, user, name, scope, createdAt, createdAt as a score, the most one
 * may have, activity and its time.
 */
const add = numberedWrite(
  `
  ${addActivity}
  redis.call('ZCARD', KEYS[3])
  if redis.call('HGET', KEYS[4], 'userId') ~= ARGV[2] then return 'ended' end
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[7]) then return 'full' end
  redis.call('HSET', KEYS[1], 'userId', ARGV[2], 'name', ARGV[3], 'scope', ARGV[4], 'createdAt', ARGV[5])
  redis.call('ZADD', KEYS[2], ARGV[6], ARGV[1])
  addActivity(KEYS[3], ARGV[8], ARGV[9])
  return 'added'
  `,
  z.enum(['ended', 'full', 'added']),
);

const list = numberedRead(
  `
  local found = {}
  for _, hash in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local token = redis.call('HMGET', ARGV[1] .. hash, 'name', 'scope', 'createdAt', 'lastUsedAt')
    if token[1] then table.insert(found, { hash, token[1], token[2], token[3], token[4] }) end
  end
  return found
  `,
  z.array(
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
);

/** KEYS token. ARGV prefix of users, now to the minute. */
const accept = numberedWrite(
  `
  local token = redis.call('HMGET', KEYS[1], 'userId', 'scope', 'lastUsedAt')
  local user = token[1] and redis.call('GET', ARGV[1] .. token[1])
  if not user then return false end
  if token[3] ~= ARGV[2] then redis.call('HSET', KEYS[1], 'lastUsedAt', ARGV[2]) end
  return { token[2], user }
  `,
  z.tuple([TokenScope, StoredUser]).nullable(),
);

/**
 * Keeps a new token under the hash of its secret. `ended`: the session that asks for it is over, and what it began ends
 * with it; `full`: the person has as many as anyone may.
 */
export async function addApiToken(
  redis: Redis,
  { userId, sid }: { userId: string; sid: string },
  hash: string,
  { name, scope, createdAt }: Pick<OwnApiToken, 'name' | 'scope' | 'createdAt'>,
  activity: Activity,
): Promise<'added' | 'ended' | 'full'> {
  const args = [hash, userId, name, scope, createdAt, Date.parse(createdAt), maxApiTokens, ...activityArgs(activity)];
  const names = [keys.apiToken(hash), keys.userApiTokens(userId), keys.activity(userId), keys.session(sid)];
  return add(redis, names, args);
}

/** A person's tokens, oldest first. */
export function listApiTokens(redis: Redis, userId: string): Promise<OwnApiToken[]> {
  return list(redis, [keys.userApiTokens(userId)], [keys.apiToken('')]);
}

/** Whose token this is and what it allows, in one round trip that notes its use. Undefined for one that is not known. */
export async function acceptApiToken(
  redis: Redis,
  hash: string,
  now: Date,
): Promise<{ user: User; scope: TokenScope } | undefined> {
  const minute = `${now.toISOString().slice(0, 16)}:00.000Z`;
  const found = await accept(redis, [keys.apiToken(hash)], [keys.user(''), minute]);
  return found ? { scope: found[0], user: found[1] } : undefined;
}

/** Revokes a person's own token. False when it is not theirs, or gone. */
export async function removeApiToken(redis: Redis, userId: string, hash: string, activity: Activity): Promise<boolean> {
  const names = [keys.apiToken(hash), keys.userApiTokens(userId), keys.activity(userId)];
  return (await removeOwnedScript(redis, names, [hash, ...activityArgs(activity)])) === 1;
}
