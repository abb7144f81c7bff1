import { type RateName, rates } from '../../model/limits.ts';
import * as z from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readScript, writeScript, type LuaPart } from './script.ts';

/** Returns 0, or the milliseconds to wait. For scripts that determine themselves whom they count. */
export const takeCall: LuaPart = {
  // Exact sliding window: the list holds the times of the calls that counted, so the call that fills the window determines
  // when it opens. Time is the database's, one clock for every caller. A time in the future is of before that clock was set
  // back: nobody waits until then.
  body: `
    local function takeCall(times, calls, windowMs)
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local oldest = redis.call('LINDEX', times, calls - 1)
      local wait = oldest and tonumber(oldest) <= now and oldest + windowMs - now or 0
      if wait > 0 then return math.min(wait, tonumber(windowMs)) end
      redis.call('LPUSH', times, string.format('%.0f', now))
      redis.call('LTRIM', times, 0, calls - 1)
      redis.call('PEXPIRE', times, windowMs)
      return 0
    end
  `,
};

/** The same without counting. */
const waitFor = readScript({
  keys: ['times'],
  args: ['calls', 'windowMs'],
  returns: z.int(),
  body: `
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local oldest = redis.call('LINDEX', times, calls - 1)
    local wait = oldest and tonumber(oldest) <= now and oldest + windowMs - now or 0
    return math.max(0, math.min(wait, tonumber(windowMs)))
  `,
});

/** A window begins with its first amount. The amount that exceeds the limit is still counted, and none after it. */
const takeMany = writeScript({
  countsOnly: true,
  keys: ['taken'],
  args: ['amount', 'most', 'windowMs'],
  returns: z.int(),
  body: `
    local before = tonumber(redis.call('GET', taken) or 0)
    if before >= tonumber(most) then return math.max(1, redis.call('PTTL', taken)) end
    if amount == '0' then return 0 end
    redis.call('INCRBY', taken, amount)
    if before == 0 then redis.call('PEXPIRE', taken, windowMs) end
    return 0
  `,
});

/** Returns the milliseconds to wait for each limit, up to the first that requires waiting. The others are not counted. */
const take = writeScript({
  countsOnly: true,
  uses: [takeCall],
  keys: ['...times'],
  args: ['...limits'],
  returns: z.array(z.int()).min(1),
  body: `
    local waits = {}
    for i, each in ipairs(times) do
      waits[i] = takeCall(each, limits[2 * i - 1], limits[2 * i])
      if waits[i] > 0 then return waits end
    end
    return waits
  `,
});

/** A limit in the form that scripts take. `times` is the key of its list of calls, without the caller's part. */
export interface CallLimit {
  times: string;
  calls: number;
  windowMs: number;
}

/** The limit `name`, which `scale` multiplies. */
export function callLimit(name: RateName, scale: number): CallLimit {
  const { calls, windowSeconds } = rates[name];
  return { times: keys.rate(name, ''), calls: Math.max(1, Math.floor(calls * scale)), windowMs: windowSeconds * 1000 };
}

/**
 * Counts one call of `key` (an address, a user id) against the limit `name`, multiplied by `scale`. A refused call does not
 * count.
 */
export async function takeRate(redis: Redis, name: RateName, key: string, scale: number): Promise<Taken> {
  const [taken] = await takeRates(redis, [{ name, key }], scale);
  return taken;
}

/** Counts `amount` at once against a limit that nothing else counts one by one; 0 only asks. */
export async function takeAmount(
  redis: Redis,
  { name, key, amount }: { name: RateName; key: string; amount: number },
  scale: number,
): Promise<Taken> {
  const { times, calls, windowMs } = callLimit(name, scale);
  return rateResult(await takeMany(redis, { taken: times + key, amount, most: calls, windowMs }));
}

/** Whether a call would be within its limit now, without counting it. */
export async function readRate(redis: Redis, name: RateName, key: string, scale: number): Promise<Taken> {
  const { times, calls, windowMs } = callLimit(name, scale);
  return rateResult(await waitFor(redis, { times: times + key, calls, windowMs }));
}

type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

/** The same against several limits in one step. If one refuses the call, its result is the last in the returned list. */
export async function takeRates(
  redis: Redis,
  counted: readonly { name: RateName; key: string }[],
  scale: number,
): Promise<[Taken, ...Taken[]]> {
  const limits = counted.map(({ name, key }) => ({ ...callLimit(name, scale), key }));
  const waits = await take(redis, {
    times: limits.map(({ times, key }) => times + key),
    limits: limits.flatMap(({ calls, windowMs }) => [calls, windowMs]),
  });
  return waits.map(rateResult) as [Taken, ...Taken[]];
}

/** The result for a script's milliseconds to wait. `retryAfterSeconds` is at least 1 and at most the window. */
export function rateResult(waitMs: number): Taken {
  return waitMs === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
}
