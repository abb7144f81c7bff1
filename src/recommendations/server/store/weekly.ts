import { nextWeekly } from '../../../inbox/model/digest-time.ts';
import { takeDue } from '../../../platform/server/store/due.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

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

/** Takes the next person whose weekly mail is due; theirs is due again a week later, whatever becomes of this one. */
export function takeDueWeekly(redis: Redis, now: Date): Promise<string | undefined> {
  return takeDue(redis, keys.weeklyDue, now, nextWeekly(now));
}
