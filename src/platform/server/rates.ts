import { type RateName, rates } from '../model/limits.ts';
import { database } from './database.ts';
import { environment } from './env.ts';
import { HttpError } from './http/problem.ts';
import { z } from 'zod';
import { keys } from './store/keys.ts';
import type { Redis } from './store/redis.ts';
import { writeScript } from './store/script.ts';

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

/** Counts one call against a rate limit. Throws HttpError 429 that says when to come back. */
export async function requireRate(name: RateName, key: string): Promise<void> {
  const taken = await countCall(name, key);
  if (taken.ok) return;
  const seconds = Math.max(1, Math.ceil(taken.retryAfterSeconds));
  throw new HttpError(
    429,
    'Too Many Requests',
    `That was too often. Nothing was changed: try again in ${inWords(seconds)}.`,
    {
      headers: { 'Retry-After': String(seconds) },
    },
  );
}

/** Counts one call, and says whether it is within the limit, where a refusal would tell too much. */
export async function isWithinRate(name: RateName, key: string): Promise<boolean> {
  return (await countCall(name, key)).ok;
}

/** Counts one call, and says how long to wait where there were too many. */
export function countCall(name: RateName, key: string) {
  return takeRate(database(), name, key, environment().RATE_LIMIT_SCALE);
}

/** `90` gives `90 seconds`, `180` gives `3 minutes`. */
export function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
