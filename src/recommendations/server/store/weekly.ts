import { z } from 'zod';
import { nextWeekly } from '../../../inbox/model/digest-time.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** Whether a person asked for the weekly mail. */
export async function wantsWeekly(redis: Redis, userId: string): Promise<boolean> {
  return (await redis.zscore(keys.weeklyDue, userId)) !== null;
}

/** Asks for the weekly mail: the first one comes when the next is due. Asking again changes nothing. */
export async function beginWeekly(redis: Redis, userId: string, now: Date): Promise<void> {
  await redis.zadd(keys.weeklyDue, { nx: true }, { score: nextWeekly(now).getTime(), member: userId });
}

export async function endWeekly(redis: Redis, userId: string): Promise<void> {
  await redis.zrem(keys.weeklyDue, userId);
}

/** Gives a person, or nothing. */
const take = writeScript({
  fixed: { due: keys.weeklyDue },
  args: ['now', 'next'],
  returns: z.string(),
  body: `
    local user = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not user then return '' end
    redis.call('ZADD', due, next, user)
    return user
    `,
});

/** Takes the next person whose weekly mail is due; theirs is due again a week later, whatever becomes of this one. */
export async function takeDueWeekly(redis: Redis, now: Date): Promise<string | undefined> {
  const userId = await take(redis, { now: now.getTime(), next: nextWeekly(now).getTime() });
  return userId === '' ? undefined : userId;
}
