import { type RateName, rates } from '../../model/limits.ts';
import { z } from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';

/**
 * Exact sliding window: the list holds the times of the calls that counted, so the call that fills the window says
 * when it opens. Time is the database's, one clock for every caller. Gives 0, or the milliseconds to wait.
 */
const take = writeScript({
  keys: ['times'],
  args: ['calls', 'windowMs'],
  returns: z.int(),
  body: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local oldest = redis.call('LINDEX', times, calls - 1)
    local wait = oldest and oldest + windowMs - now or 0
    if wait > 0 then return math.min(wait, tonumber(windowMs)) end
    redis.call('LPUSH', times, string.format('%.0f', now))
    redis.call('LTRIM', times, 0, calls - 1)
    redis.call('PEXPIRE', times, windowMs)
    return 0
  `,
});

/**
 * Counts one call of `key` (an address, a user id) against the limit `name`, which `scale` multiplies. A refused call
 * does not count. `retryAfterSeconds` is at least 1 and at most the window.
 */
export async function takeRate(
  redis: Redis,
  name: RateName,
  key: string,
  scale: number,
): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> {
  const { calls, windowSeconds } = rates[name];
  const allowed = Math.max(1, Math.floor(calls * scale));
  const wait = await take(redis, { times: keys.rate(name, key), calls: allowed, windowMs: windowSeconds * 1000 });
  return wait === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil(wait / 1000) };
}
