import { z } from 'zod';
import type { Activity } from '../../model/activity.ts';
import { maxPasskeys, Passkey } from '../../model/passkey.ts';
import { activityArgs, addActivity } from './activity.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { removeOwnedScript } from './remove-owned.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const StoredPasskey = jsonOf(Passkey);

/**
 * KEYS passkey, the person's passkeys, activity, the session that asks. ARGV JSON, id, createdAt as a score, the most that
 * one may have, activity and its time, the person.
 */
const add = numberedWrite(
  `
  ${addActivity}
  redis.call('ZCARD', KEYS[3])
  if redis.call('HGET', KEYS[4], 'userId') ~= ARGV[7] then return 'ended' end
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'exists' end
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[4]) then return 'full' end
  redis.call('SET', KEYS[1], ARGV[1])
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
  addActivity(KEYS[3], ARGV[5], ARGV[6])
  return 'added'
  `,
  z.enum(['ended', 'exists', 'full', 'added']),
);

const list = numberedRead(
  `
  local found = {}
  for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local passkey = redis.call('GET', ARGV[1] .. id)
    if passkey then table.insert(found, passkey) end
  end
  return found
  `,
  z.array(StoredPasskey),
);

/** KEYS passkey. ARGV the JSON that must be there, the one to put in its place. */
const swap = numberedWrite(
  `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2])
  return 1
  `,
  z.literal([0, 1]),
);

/**
 * Keeps a new passkey. `ended`: the session that asks for it is over, and what it began ends with it; `exists`: its id is in
 * use; `full`: the person has as many as anyone may.
 */
export async function addPasskey(
  redis: Redis,
  sid: string,
  passkey: Passkey,
  activity: Activity,
): Promise<{ ok: true } | { ok: false; reason: 'ended' | 'exists' | 'full' }> {
  const { id, userId, createdAt } = passkey;
  const args = [toStored(passkey), id, Date.parse(createdAt), maxPasskeys, ...activityArgs(activity), userId];
  const names = [keys.passkey(id), keys.userPasskeys(userId), keys.activity(userId), keys.session(sid)];
  const outcome = await add(redis, names, args);
  return outcome === 'added' ? { ok: true } : { ok: false, reason: outcome };
}

/** A person's passkeys, oldest first. */
export function listPasskeys(redis: Redis, userId: string): Promise<Passkey[]> {
  return list(redis, [keys.userPasskeys(userId)], [keys.passkey('')]);
}

export async function readPasskey(redis: Redis, id: string): Promise<Passkey | undefined> {
  return StoredPasskey.nullable().parse(await redis.get(keys.passkey(id))) ?? undefined;
}

/** Notes that a passkey was used. False when it was used, renamed or removed since it was read. */
export async function notePasskeyUse(redis: Redis, read: Passkey, next: Passkey): Promise<boolean> {
  return (await swap(redis, [keys.passkey(read.id)], [toStored(read), toStored(next)])) === 1;
}

/** Renames a person's own passkey. False when it is not theirs, or gone. */
export async function renamePasskey(redis: Redis, userId: string, id: string, name: string): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const passkey = await readPasskey(redis, id);
    if (passkey?.userId !== userId) return false;
    if (await notePasskeyUse(redis, passkey, { ...passkey, name })) return true;
  }
  return false;
}

/** Removes a person's own passkey. False when it is not theirs, or gone. */
export async function removePasskey(redis: Redis, userId: string, id: string, activity: Activity): Promise<boolean> {
  const names = [keys.passkey(id), keys.userPasskeys(userId), keys.activity(userId)];
  return (await removeOwnedScript(redis, names, [id, ...activityArgs(activity)])) === 1;
}
