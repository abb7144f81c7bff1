import * as z from 'zod';
import { limits } from '../../../platform/model/limits.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript, type LuaPart } from '../../../platform/server/store/script.ts';
import { jsonOf, toStored } from '../../../platform/server/store/stored.ts';
import { Activity } from '../../model/activity.ts';

const keptMs = limits.activity.days * 24 * 60 * 60 * 1000;

/**
 * Adds an entry, scored by its time in milliseconds, and drops what is too old or too much. An empty entry adds nothing.
 */
export const addActivity: LuaPart = {
  body: `
    local function addActivity(key, entry, at)
      if entry == '' then return end
      redis.call('ZADD', key, at, entry)
      redis.call('ZREMRANGEBYSCORE', key, '-inf', at - ${keptMs})
      redis.call('ZREMRANGEBYRANK', key, 0, -${limits.activity.kept + 1})
      redis.call('PEXPIRE', key, ${keptMs})
    end
  `,
};

/** The two arguments of a script with `addActivity`, with or without an entry. */
export const activityArgs = (activity: Activity | undefined) =>
  activity
    ? { activityEntry: toStored(activity), activityAt: Date.parse(activity.at) }
    : { activityEntry: '', activityAt: 0 };

/** Removes something that this person owns: 1, or 0 if it is not theirs. */
export const removeOwnedScript = writeScript({
  uses: [addActivity],
  keys: ['thing', 'owned', 'activity'],
  args: ['id', 'activityEntry', 'activityAt'],
  returns: z.literal([0, 1]),
  body: `
    redis.call('ZCARD', activity)
    if redis.call('ZREM', owned, id) == 0 then return 0 end
    redis.call('DEL', thing)
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});

/** Writes nothing for a deleted account. */
const record = writeScript({
  uses: [addActivity],
  keys: ['activity', 'userKey'],
  args: ['activityEntry', 'activityAt'],
  returns: z.literal([0, 1]),
  body: `
    local user = redis.call('GET', userKey)
    if not user or cjson.decode(user).deletedAt then return 0 end
    redis.call('ZCARD', activity)
    addActivity(activity, activityEntry, activityAt)
    return 1
    `,
});

/** Records what happened to an account, if the script that did it records nothing. */
export async function recordActivity(redis: Redis, userId: string, activity: Activity): Promise<void> {
  await record(redis, { activity: keys.activity(userId), userKey: keys.user(userId), ...activityArgs(activity) });
}

/** What happened to an account, the newest first. */
export async function listActivity(redis: Redis, userId: string, now: Date): Promise<Activity[]> {
  const oldest = now.getTime() - keptMs;
  const found = await redis.zrange(keys.activity(userId), '+inf', oldest, { byScore: true, rev: true });
  return z.array(jsonOf(Activity)).parse(found);
}
