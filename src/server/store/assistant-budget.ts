import { z } from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';

const keptSeconds = 62 * 86_400;

/** Counts tokens for all and for one person, if both stay within their limits. */
const reserve = writeScript(
  `
  local tokens = tonumber(ARGV[2])
  local all = tonumber(redis.call('HGET', KEYS[1], 'all') or 0)
  local own = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
  if all + tokens > tonumber(ARGV[3]) or own + tokens > tonumber(ARGV[4]) then return 0 end
  redis.call('HINCRBY', KEYS[1], 'all', tokens)
  redis.call('HINCRBY', KEYS[1], ARGV[1], tokens)
  redis.call('EXPIRE', KEYS[1], ARGV[5])
  return 1
  `,
  z.int(),
);

const settle = writeScript(
  `
  redis.call('HINCRBY', KEYS[1], 'all', ARGV[2])
  redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2])
  return 1
  `,
  z.int(),
);

type Spending = { userId: string; month: string };

/**
 * Sets aside what a call of the model may cost at most, in tokens. False when this month's budget, the installation's or
 * the person's, does not hold as much. `month` is such as 2026-11, in UTC.
 */
export async function reserveTokens(
  redis: Redis,
  { userId, month }: Spending,
  tokens: number,
  limits: { all: number; person: number },
): Promise<boolean> {
  const args = [`person:${userId}`, tokens, limits.all, limits.person, keptSeconds];
  return (await reserve(redis, [keys.assistantSpent(month)], args)) === 1;
}

/** Gives back what a call did not use of what was set aside. */
export async function settleTokens(redis: Redis, { userId, month }: Spending, unused: number): Promise<void> {
  await settle(redis, [keys.assistantSpent(month)], [`person:${userId}`, -unused]);
}
