import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

const keptSeconds = 62 * 86_400;

/** Counts tokens for all and for one person, if both stay within their limits. */
const reserve = numberedWrite(
  `
  local tokens = tonumber(ARGV[2])
  local all = tonumber(redis.call('HGET', KEYS[1], 'all') or 0)
  local own = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
  if all + tokens > tonumber(ARGV[3]) then return 'all' end
  if own + tokens > tonumber(ARGV[4]) then return 'own' end
  redis.call('HINCRBY', KEYS[1], 'all', tokens)
  redis.call('HINCRBY', KEYS[1], ARGV[1], tokens)
  redis.call('EXPIRE', KEYS[1], ARGV[5])
  return 'reserved'
  `,
  z.enum(['reserved', 'all', 'own']),
);

const settle = numberedWrite(
  `
  redis.call('HINCRBY', KEYS[1], 'all', ARGV[2])
  redis.call('HINCRBY', KEYS[1], ARGV[1], ARGV[2])
  return 1
  `,
  z.int(),
);

type Spending = { userId: string; month: string };

/**
 * Sets aside what a call of the model may cost at most, in tokens, or says whose budget of this month does not hold as
 * much: the installation's (`all`) or the person's `own`. `month` is such as 2026-11, in UTC.
 */
export async function reserveTokens(
  redis: Redis,
  { userId, month }: Spending,
  tokens: number,
  limits: { all: number; person: number },
): Promise<'reserved' | 'all' | 'own'> {
  const args = [`person:${userId}`, tokens, limits.all, limits.person, keptSeconds];
  return reserve(redis, [keys.assistantSpent(month)], args);
}

/** Gives back what a call did not use of what was set aside. */
export async function settleTokens(redis: Redis, { userId, month }: Spending, unused: number): Promise<void> {
  await settle(redis, [keys.assistantSpent(month)], [`person:${userId}`, -unused]);
}
