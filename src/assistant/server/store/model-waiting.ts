import { z } from 'zod';
import { placesOf, type Reading } from './model-reading.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** Nobody waits longer than the month after the next one, and of more than so many notes the last to come are left. */
const waiting = { most: 10_000, seconds: 62 * 86_400 };

const wait = writeScript({
  keys: ['waiting'],
  args: ['uuid', 'month', 'most', 'seconds'],
  returns: z.int(),
  body: `
    if redis.call('ZCARD', waiting) >= tonumber(most) then return 0 end
    redis.call('ZADD', waiting, month, uuid)
    redis.call('EXPIRE', waiting, seconds)
    return 1
    `,
});

/** Has a note wait for the month after `month` (such as 2026-11), since this one's budget does not hold it. */
export async function waitForNextMonth(redis: Redis, reading: Reading, uuid: string, month: string): Promise<void> {
  await wait(redis, {
    waiting: placesOf[reading].waiting,
    uuid,
    month: monthNumber(month, 1),
    most: waiting.most,
    seconds: waiting.seconds,
  });
}

/** Notes that waited for this month, at most `count`. */
export async function dueInMonth(redis: Redis, reading: Reading, month: string, count: number): Promise<string[]> {
  const range = { byScore: true, offset: 0, count } as const;
  const due = await redis.zrange(placesOf[reading].waiting, '-inf', monthNumber(month), range);
  return z.array(z.string()).parse(due);
}

const cross = writeScript({
  keys: ['waiting'],
  args: ['now', '...uuids'],
  returns: z.int(),
  body: `
    for _, uuid in ipairs(uuids) do
      local month = redis.call('ZSCORE', waiting, uuid)
      if month and tonumber(month) <= tonumber(now) then redis.call('ZREM', waiting, uuid) end
    end
    return 1
    `,
});

/** These wait no more, unless they wait for a later month again. */
export async function noLongerDue(redis: Redis, reading: Reading, month: string, uuids: string[]): Promise<void> {
  await cross(redis, { waiting: placesOf[reading].waiting, now: monthNumber(month), uuids: uuids });
}

/** A month as a number that grows with time: how many there were since the year 0. */
function monthNumber(month: string, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1 + later;
}
