import { z } from 'zod';
import { placesOf, type Reading } from './model-reading.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** Nobody waits longer than the month after the next one, and of more than so many notes the last to come are left. */
const waiting = { most: 10_000, seconds: 62 * 86_400 };

/** KEYS waiting. ARGV uuid, month, how many wait at most, seconds. */
const wait = numberedWrite(
  `
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[4])
  return 1
  `,
  z.int(),
);

/** Has a note wait for the month after `month` (such as 2026-11), since this one's budget does not hold it. */
export async function waitForNextMonth(redis: Redis, reading: Reading, uuid: string, month: string): Promise<void> {
  await wait(redis, [placesOf[reading].waiting], [uuid, monthNumber(month, 1), waiting.most, waiting.seconds]);
}

/** Notes that waited for this month, at most `count`. */
export async function dueInMonth(redis: Redis, reading: Reading, month: string, count: number): Promise<string[]> {
  const range = { byScore: true, offset: 0, count } as const;
  const due = await redis.zrange(placesOf[reading].waiting, '-inf', monthNumber(month), range);
  return z.array(z.string()).parse(due);
}

/** KEYS waiting. ARGV month, uuids. */
const cross = numberedWrite(
  `
  for i = 2, #ARGV do
    local month = redis.call('ZSCORE', KEYS[1], ARGV[i])
    if month and tonumber(month) <= tonumber(ARGV[1]) then redis.call('ZREM', KEYS[1], ARGV[i]) end
  end
  return 1
  `,
  z.int(),
);

/** These wait no more, unless they wait for a later month again. */
export async function noLongerDue(redis: Redis, reading: Reading, month: string, uuids: string[]): Promise<void> {
  await cross(redis, [placesOf[reading].waiting], [monthNumber(month), ...uuids]);
}

/** A month as a number that grows with time: how many there were since the year 0. */
function monthNumber(month: string, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1 + later;
}
