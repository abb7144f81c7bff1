import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript } from '../../../platform/server/store/script.ts';
import { replaceIfUnchanged } from '../../../platform/server/store/script-parts.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import type { Activity } from '../../model/activity.ts';
import { maxPasskeys, Passkey } from '../../model/sign-in.ts';
import type { User } from '../../model/user.ts';
import { activityArgs, addActivity, removeOwnedScript } from './activity.ts';
import { StoredUser } from './users.ts';

const StoredPasskey = jsonOf(Passkey);

const add = writeScript({
  uses: [addActivity],
  keys: ['passkey', 'passkeys', 'activity', 'session'],
  args: ['json', 'id', 'createdMs', 'max', 'activityEntry', 'activityAt', 'userId'],
  returns: z.enum(['ended', 'exists', 'full', 'added']),
  body: `
    redis.call('ZCARD', activity)
    if redis.call('HGET', session, 'userId') ~= userId then return 'ended' end
    if redis.call('EXISTS', passkey) == 1 then return 'exists' end
    if redis.call('ZCARD', passkeys) >= tonumber(max) then return 'full' end
    redis.call('SET', passkey, json)
    redis.call('ZADD', passkeys, createdMs, id)
    addActivity(activity, activityEntry, activityAt)
    return 'added'
    `,
});

const list = readScript({
  keys: ['passkeys'],
  returns: z.array(StoredPasskey),
  body: `
    local found = {}
    for _, id in ipairs(redis.call('ZRANGE', passkeys, 0, -1)) do
      local passkey = redis.call('GET', ${luaKey(keys.passkey, 'id')})
      if passkey then table.insert(found, passkey) end
    end
    return found
    `,
});

/**
 * Stores a new passkey. `ended`: the session of the request has ended; `exists`: its id is in use; `full`: the person has
 * the maximum number.
 */
export async function addPasskey(
  redis: Redis,
  sid: string,
  passkey: Passkey,
  activity: Activity,
): Promise<{ ok: true } | { ok: false; reason: 'ended' | 'exists' | 'full' }> {
  const { id, userId, createdAt } = passkey;
  const outcome = await add(redis, {
    passkey: keys.passkey(id),
    passkeys: keys.userPasskeys(userId),
    activity: keys.activity(userId),
    session: keys.session(sid),
    json: toStored(passkey),
    id,
    createdMs: Date.parse(createdAt),
    max: maxPasskeys,
    ...activityArgs(activity),
    userId,
  });
  return outcome === 'added' ? { ok: true } : { ok: false, reason: outcome };
}

/** A person's passkeys, oldest first. */
export function listPasskeys(redis: Redis, userId: string): Promise<Passkey[]> {
  return list(redis, { passkeys: keys.userPasskeys(userId) });
}

export async function readPasskey(redis: Redis, id: string): Promise<Passkey | undefined> {
  return StoredPasskey.nullable().parse(await redis.get(keys.passkey(id))) ?? undefined;
}

const spend = writeScript({
  keys: ['token', 'passkey', 'user'],
  args: ['before', 'next'],
  returns: StoredUser.nullable(),
  body: `
    local record = redis.call('GET', token)
    if not record or cjson.decode(record).purpose ~= 'assert' then return false end
    local isKnown, owner = redis.call('GET', passkey) == before, redis.call('GET', user)
    redis.call('DEL', token)
    if not isKnown then return false end
    redis.call('SET', passkey, next)
    return owner
    `,
});

/**
 * Spends the challenge with this hash, records that the passkey answered it, and returns its owner. Undefined if the
 * challenge is spent already, or the passkey was used, renamed or removed since it was read.
 */
export async function consumeChallenge(
  redis: Redis,
  hash: string,
  read: Passkey,
  next: Passkey,
): Promise<User | undefined> {
  const names = { token: keys.token(hash), passkey: keys.passkey(read.id), user: keys.user(read.userId) };
  return (await spend(redis, { ...names, before: toStored(read), next: toStored(next) })) ?? undefined;
}

/** Renames a person's passkey. False if it is not theirs or does not exist. */
export async function renamePasskey(redis: Redis, userId: string, id: string, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const passkey = await readPasskey(redis, id);
    if (passkey?.userId !== userId) return false;
    const next = toStored({ ...passkey, name });
    if (await replaceIfUnchanged(redis, keys.passkey(passkey.id), toStored(passkey), next)) return true;
  }
  return false;
}

/** Removes a person's passkey. False if it is not theirs or does not exist. */
export async function removePasskey(redis: Redis, userId: string, id: string, activity: Activity): Promise<boolean> {
  return (
    (await removeOwnedScript(redis, {
      thing: keys.passkey(id),
      owned: keys.userPasskeys(userId),
      activity: keys.activity(userId),
      id,
      ...activityArgs(activity),
    })) === 1
  );
}
