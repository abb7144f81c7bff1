import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

const keptSeconds = 62 * 86_400;

/** Counts tokens for all and for one person, if both stay within their limits. */
const reserve = writeScript({
  keys: ['spent'],
  args: ['person', 'count', 'allLimit', 'ownLimit', 'seconds'],
  returns: z.enum(['reserved', 'all', 'own']),
  body: `
    local tokens = tonumber(count)
    local all = tonumber(redis.call('HGET', spent, 'all') or 0)
    local own = tonumber(redis.call('HGET', spent, person) or 0)
    if all + tokens > tonumber(allLimit) then return 'all' end
    if own + tokens > tonumber(ownLimit) then return 'own' end
    redis.call('HINCRBY', spent, 'all', tokens)
    redis.call('HINCRBY', spent, person, tokens)
    redis.call('EXPIRE', spent, seconds)
    return 'reserved'
    `,
});

const settle = writeScript({
  keys: ['spent'],
  args: ['person', 'change'],
  returns: z.int(),
  body: `
    redis.call('HINCRBY', spent, 'all', change)
    redis.call('HINCRBY', spent, person, change)
    return 1
    `,
});

type Spending = { userId: string; month: string };

/**
 * Reserves the most that a call of the model may cost, in tokens, or returns whose budget of this month is too small: the
 * installation's (`all`) or the person's (`own`). `month` is such as 2026-11, in UTC.
 */
export async function reserveTokens(
  redis: Redis,
  { userId, month }: Spending,
  tokens: number,
  limits: { all: number; person: number },
): Promise<'reserved' | 'all' | 'own'> {
  return reserve(redis, {
    spent: keys.assistantSpent(month),
    person: `person:${userId}`,
    count: tokens,
    allLimit: limits.all,
    ownLimit: limits.person,
    seconds: keptSeconds,
  });
}

/** Gives back the reserved tokens that a call did not use. */
export async function settleTokens(redis: Redis, { userId, month }: Spending, unused: number): Promise<void> {
  await settle(redis, { spent: keys.assistantSpent(month), person: `person:${userId}`, change: -unused });
}
