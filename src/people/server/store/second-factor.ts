import { z } from 'zod';
import type { Activity } from '../../model/activity.ts';
import { activityArgs, addActivity } from './activity.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead, numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

/** The passkeys that a new password ends: those that were there at that time (ISO 8601), but the ids that are kept. */
const PasskeyEnd = z.object({ at: z.iso.datetime(), keep: z.array(z.string()) });
export type PasskeyEnd = z.infer<typeof PasskeyEnd>;

/** What is kept of a second factor: the secret, sealed, and since when it asks; and what the next code ends. */
export interface StoredFactor {
  secret: string;
  since: string;
  codesLeft: number;
  ends: PasskeyEnd | undefined;
}

const names = (userId: string) => [keys.factor(userId), keys.recoveryCodes(userId), keys.activity(userId)];

/** KEYS factor, recovery codes, activity, the session that asks. ARGV the entry and its time, sealed secret, since, step, the person, hashes of codes. */
const put = numberedWrite(
  `
  ${addActivity}
  if redis.call('HGET', KEYS[4], 'userId') ~= ARGV[6] then return 'ended' end
  if redis.call('EXISTS', KEYS[1]) == 1 then return 'on' end
  redis.call('ZCARD', KEYS[3])
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], 'secret', ARGV[3], 'since', ARGV[4], 'step', ARGV[5])
  redis.call('SADD', KEYS[2], unpack(ARGV, 7))
  addActivity(KEYS[3], ARGV[1], ARGV[2])
  return 'put'
  `,
  z.enum(['ended', 'on', 'put']),
);

/**
 * Turns the second factor on. `step` is the one whose code was typed, which is spent. `ended`: the session that asks for it
 * is over; `on`: there is one already.
 */
export function putFactor(
  redis: Redis,
  { userId, sid }: { userId: string; sid: string },
  factor: { secret: string; since: string; step: number; codes: string[] },
  activity: Activity,
): Promise<'ended' | 'on' | 'put'> {
  const { secret, since, step, codes } = factor;
  const args = [...activityArgs(activity), secret, since, step, userId, ...codes];
  return put(redis, [...names(userId), keys.session(sid)], args);
}

const read = numberedRead(
  `
  local factor = redis.call('HMGET', KEYS[1], 'secret', 'since', 'ends')
  return { factor[1], factor[2], redis.call('SCARD', KEYS[2]), factor[3] }
  `,
  z.tuple([z.string().nullable(), z.string().nullable(), z.int(), jsonOf(PasskeyEnd).nullable()]),
);

export async function readFactor(redis: Redis, userId: string): Promise<StoredFactor | undefined> {
  const [secret, since, codesLeft, ends] = await read(redis, names(userId).slice(0, 2), []);
  return secret === null || since === null ? undefined : { secret, since, codesLeft, ends: ends ?? undefined };
}

/** KEYS factor. ARGV what its next code ends. */
const postpone = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  return redis.call('HSET', KEYS[1], 'ends', ARGV[1])
  `,
  z.int(),
);

/** Leaves passkeys to be ended by whoever brings the next code. */
export async function endPasskeysAfterCode(redis: Redis, userId: string, end: PasskeyEnd): Promise<void> {
  await postpone(redis, [keys.factor(userId)], [toStored(end)]);
}

/** Ends nothing more: what was postponed is done. */
export async function forgetPasskeyEnd(redis: Redis, userId: string): Promise<void> {
  await redis.hdel(keys.factor(userId), 'ends');
}

/** KEYS factor. ARGV step. */
const spend = numberedWrite(
  `
  local last = redis.call('HGET', KEYS[1], 'step')
  if not last or tonumber(last) >= tonumber(ARGV[1]) then return 0 end
  redis.call('HSET', KEYS[1], 'step', ARGV[1])
  return 1
  `,
  z.literal([0, 1]),
);

/** Takes the code of a step, so that nobody who saw it can use it again. False where it or a later one was taken. */
export async function spendStep(redis: Redis, userId: string, step: number): Promise<boolean> {
  return (await spend(redis, [keys.factor(userId)], [step])) === 1;
}

/** Takes a recovery code, by its hash: of several calls at once, one gets it. */
export async function spendRecoveryCode(redis: Redis, userId: string, hash: string): Promise<boolean> {
  return (await redis.srem(keys.recoveryCodes(userId), hash)) === 1;
}

/** KEYS factor, recovery codes, activity. ARGV the entry and its time, hashes of codes. */
const replace = numberedWrite(
  `
  ${addActivity}
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  redis.call('ZCARD', KEYS[3])
  redis.call('DEL', KEYS[2])
  redis.call('SADD', KEYS[2], unpack(ARGV, 3))
  addActivity(KEYS[3], ARGV[1], ARGV[2])
  return 1
  `,
  z.literal([0, 1]),
);

/** Puts new recovery codes in the place of all old ones. False where there is no second factor. */
export async function replaceRecoveryCodes(redis: Redis, userId: string, codes: string[], activity: Activity) {
  return (await replace(redis, names(userId), [...activityArgs(activity), ...codes])) === 1;
}

/** KEYS factor, recovery codes, activity. ARGV the entry and its time, since when it must be on (empty: whenever). */
const drop = numberedWrite(
  `
  ${addActivity}
  local since = redis.call('HGET', KEYS[1], 'since')
  if not since or (ARGV[3] ~= '' and since ~= ARGV[3]) then return 0 end
  redis.call('ZCARD', KEYS[3])
  redis.call('DEL', KEYS[1], KEYS[2])
  addActivity(KEYS[3], ARGV[1], ARGV[2])
  return 1
  `,
  z.literal([0, 1]),
);

/** Turns the second factor off: whichever it is, or only the one that is on since then. False where there is none. */
export async function dropFactor(redis: Redis, userId: string, activity: Activity, since = ''): Promise<boolean> {
  return (await drop(redis, names(userId), [...activityArgs(activity), since])) === 1;
}
