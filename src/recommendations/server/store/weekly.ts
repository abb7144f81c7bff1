import { z } from 'zod';
import { nextWeekly } from '../../../platform/model/digest-time.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

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

/** KEYS due. ARGV now, when the next one is due. Gives a person, or nothing. */
const take = numberedWrite(
  `
  local user = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1)[1]
  if not user then return '' end
  redis.call('ZADD', KEYS[1], ARGV[2], user)
  return user
  `,
  z.string(),
);

/** Takes the next person whose weekly mail is due; theirs is due again a week later, whatever becomes of this one. */
export async function takeDueWeekly(redis: Redis, now: Date): Promise<string | undefined> {
  const userId = await take(redis, [keys.weeklyDue], [now.getTime(), nextWeekly(now).getTime()]);
  return userId === '' ? undefined : userId;
}
