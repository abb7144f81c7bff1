import { z } from 'zod';
import { Activity } from '../../model/activity.ts';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';

const keptMs = limits.activity.days * 24 * 60 * 60 * 1000;

/** Lua: adds an entry, its time in milliseconds as the score, and drops what is too old or too much. Empty: nothing. */
export const addActivity = `
  local function addActivity(key, entry, at)
    if entry == '' then return end
    redis.call('ZADD', key, at, entry)
    redis.call('ZREMRANGEBYSCORE', key, '-inf', at - ${keptMs})
    redis.call('ZREMRANGEBYRANK', key, 0, -${limits.activity.kept + 1})
    redis.call('PEXPIRE', key, ${keptMs})
  end
`;

/** The two arguments that a script with `addActivity` takes for an entry, or for none. */
export const activityArgs = (activity: Activity | undefined): [string, number] =>
  activity ? [toStored(activity), Date.parse(activity.at)] : ['', 0];

/** KEYS activity, user. ARGV entry, its time. Nothing is kept of people who are gone. */
const record = numberedWrite(
  `
  ${addActivity}
  local user = redis.call('GET', KEYS[2])
  if not user or cjson.decode(user).deletedAt then return 0 end
  redis.call('ZCARD', KEYS[1])
  addActivity(KEYS[1], ARGV[1], ARGV[2])
  return 1
  `,
  z.literal([0, 1]),
);

/** Notes what touched an account, where the script that did it does not note it itself. */
export async function recordActivity(redis: Redis, userId: string, activity: Activity): Promise<void> {
  await record(redis, [keys.activity(userId), keys.user(userId)], activityArgs(activity));
}

/** What touched an account, the newest first. */
export async function listActivity(redis: Redis, userId: string, now: Date): Promise<Activity[]> {
  const oldest = now.getTime() - keptMs;
  const found = await redis.zrange(keys.activity(userId), '+inf', oldest, { byScore: true, rev: true });
  return z.array(jsonOf(Activity)).parse(found);
}
