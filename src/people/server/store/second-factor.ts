import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { luaKey, readScript, writeScript, type LuaPart } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import type { Activity } from '../../model/activity.ts';
import { activityArgs, addActivity } from './activity.ts';

/** The passkeys that a new password ends: those that existed at that time (ISO 8601), except the ids kept. */
const PasskeyEnd = z.object({ at: z.iso.datetime(), keep: z.array(z.string()) });
export type PasskeyEnd = z.infer<typeof PasskeyEnd>;

/** A stored second step: its sealed secret, since when it is on, and which passkeys the next correct code ends. */
export interface StoredFactor {
  secret: string;
  since: string;
  codesLeft: number;
  ends: PasskeyEnd | undefined;
}

const names = (userId: string) => ({
  factor: keys.factor(userId),
  codes: keys.recoveryCodes(userId),
  activity: keys.activity(userId),
});

const put = writeScript({
  uses: [addActivity],
  keys: ['factor', 'codes', 'activity', 'session'],
  args: ['activityEntry', 'activityAt', 'secret', 'since', 'step', 'userId', '...hashes'],
  returns: z.enum(['ended', 'on', 'put']),
  body: `
    if redis.call('HGET', session, 'userId') ~= userId then return 'ended' end
    if redis.call('EXISTS', factor) == 1 then return 'on' end
    redis.call('ZCARD', activity)
    redis.call('DEL', codes)
    redis.call('HSET', factor, 'secret', secret, 'since', since, 'step', step)
    redis.call('SADD', codes, unpack(hashes))
    addActivity(activity, activityEntry, activityAt)
    return 'put'
    `,
});

/**
 * Turns the second step on. `step` is the time step of the typed code, which is spent. `ended`: the session of the request
 * has ended; `on`: there is one already.
 */
export function putFactor(
  redis: Redis,
  { userId, sid }: { userId: string; sid: string },
  factor: { secret: string; since: string; step: number; codes: string[] },
  activity: Activity,
): Promise<'ended' | 'on' | 'put'> {
  const { secret, since, step, codes } = factor;
  const args = { ...activityArgs(activity), secret, since, step, userId, hashes: codes };
  return put(redis, { ...names(userId), session: keys.session(sid), ...args });
}

/** `findFactor(userId)` returns somebody's stored second step. */
export const findFactor: LuaPart = {
  body: `
    local function findFactor(userId)
      local factor = redis.call('HMGET', ${luaKey(keys.factor, 'userId')}, 'secret', 'since', 'ends')
      return { factor[1], factor[2], redis.call('SCARD', ${luaKey(keys.recoveryCodes, 'userId')}), factor[3] }
    end
  `,
};

export const FoundFactor = z
  .tuple([z.string().nullable(), z.string().nullable(), z.int(), jsonOf(PasskeyEnd).nullable()])
  .transform(([secret, since, codesLeft, ends]): StoredFactor | undefined =>
    secret === null || since === null ? undefined : { secret, since, codesLeft, ends: ends ?? undefined },
  );

const read = readScript({
  uses: [findFactor],
  args: ['userId'],
  returns: FoundFactor,
  body: `return findFactor(userId)`,
});

export function readFactor(redis: Redis, userId: string): Promise<StoredFactor | undefined> {
  return read(redis, { userId });
}

const postpone = writeScript({
  keys: ['factor'],
  args: ['ends'],
  returns: z.int(),
  body: `
    if redis.call('EXISTS', factor) == 0 then return 0 end
    return redis.call('HSET', factor, 'ends', ends)
    `,
});

/** Records which passkeys end with the next correct code. */
export async function endPasskeysAfterCode(redis: Redis, userId: string, end: PasskeyEnd): Promise<void> {
  await postpone(redis, { factor: keys.factor(userId), ends: toStored(end) });
}

/** Removes that record once they have ended. */
export async function forgetPasskeyEnd(redis: Redis, userId: string): Promise<void> {
  await redis.hdel(keys.factor(userId), 'ends');
}

const spend = writeScript({
  keys: ['factor'],
  args: ['step'],
  returns: z.literal([0, 1]),
  body: `
    local last = redis.call('HGET', factor, 'step')
    if not last or tonumber(last) >= tonumber(step) then return 0 end
    redis.call('HSET', factor, 'step', step)
    return 1
    `,
});

/** Spends the code of a time step, so that it cannot be used again. False if that step or a later one was spent. */
export async function consumeTotpStep(redis: Redis, userId: string, step: number): Promise<boolean> {
  return (await spend(redis, { factor: keys.factor(userId), step })) === 1;
}

/** Spends a recovery code, by its hash: of simultaneous calls, one succeeds. */
export async function consumeRecoveryCode(redis: Redis, userId: string, hash: string): Promise<boolean> {
  return (await redis.srem(keys.recoveryCodes(userId), hash)) === 1;
}

const replace = writeScript({
  uses: [addActivity],
  keys: ['factor', 'codes', 'activity'],
  args: ['activityEntry', 'activityAt', '...hashes'],
  returns: z.literal([0, 1]),
  body: `
    if redis.call('EXISTS', factor) == 0 then return 0 end
    redis.call('ZCARD', activity)
    redis.call('DEL', codes)
    redis.call('SADD', codes, unpack(hashes))
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});

/** Replaces all recovery codes. False if there is no second step. */
export async function replaceRecoveryCodes(redis: Redis, userId: string, codes: string[], activity: Activity) {
  return (await replace(redis, { ...names(userId), ...activityArgs(activity), hashes: codes })) === 1;
}

const drop = writeScript({
  uses: [addActivity],
  keys: ['factor', 'codes', 'activity'],
  args: ['activityEntry', 'activityAt', 'knownSince'],
  returns: z.literal([0, 1]),
  body: `
    local since = redis.call('HGET', factor, 'since')
    if not since or (knownSince ~= '' and since ~= knownSince) then return 0 end
    redis.call('ZCARD', activity)
    redis.call('DEL', factor, codes)
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});

/** Turns the second step off: any, or only the one that is on since `since`. False if there is none. */
export async function dropFactor(redis: Redis, userId: string, activity: Activity, since = ''): Promise<boolean> {
  return (await drop(redis, { ...names(userId), ...activityArgs(activity), knownSince: since })) === 1;
}
