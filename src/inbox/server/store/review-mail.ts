import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import { nextDigest, nextWeekly } from '../../model/digest-time.ts';
import type { ReviewMail } from '../../model/notification.ts';

const ways = { daily: nextDigest, weekly: nextWeekly } as const;
type Way = keyof typeof ways;
const isWay = (every: ReviewMail['every']): every is Way => every !== 'never';

/** How often a person wants their highlights by mail. */
export async function reviewMailOf(redis: Redis, userId: string): Promise<ReviewMail['every']> {
  for (const way of ['daily', 'weekly'] as const) {
    if ((await redis.zscore(keys.reviewDue(way), userId)) !== null) return way;
  }
  return 'never';
}

/** Asks for that, or for none. Asking again for the same changes nothing. */
export async function chooseReviewMail(redis: Redis, userId: string, every: ReviewMail['every'], now: Date) {
  for (const way of ['daily', 'weekly'] as const) {
    if (way !== every) await redis.zrem(keys.reviewDue(way), userId);
  }
  if (!isWay(every)) return;
  await redis.zadd(keys.reviewDue(every), { nx: true }, { score: ways[every](now).getTime(), member: userId });
}

const take = writeScript({
  keys: ['due'],
  args: ['now', 'next'],
  returns: z.string(),
  body: `
    local user = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not user then return '' end
    redis.call('ZADD', due, next, user)
    return user
    `,
});

/** Takes the next person of `due`, people by when their mail is due, whose mail is due by now; theirs is due again at `next`. */
export async function takeDue(redis: Redis, due: string, now: Date, next: Date): Promise<string | undefined> {
  const userId = await take(redis, { due, now: now.getTime(), next: next.getTime() });
  return userId === '' ? undefined : userId;
}

/** Takes the next person whose mail is due; it is due again a day or a week later, whatever becomes of this one. */
export async function takeDueReview(redis: Redis, now: Date): Promise<string | undefined> {
  for (const way of ['daily', 'weekly'] as const) {
    const userId = await takeDue(redis, keys.reviewDue(way), now, ways[way](now));
    if (userId !== undefined) return userId;
  }
  return undefined;
}
