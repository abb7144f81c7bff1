import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

const Pending = z.array(z.string());

/** People whose writings still come into sight or leave it, with since when, in milliseconds, the longest waiting first. */
export async function pendingSweeps(redis: Redis): Promise<{ userId: string; since: string }[]> {
  const flat = Pending.parse(await redis.zrange(keys.sweeps, 0, 99, { withScores: true }));
  return flat.flatMap((userId, at) => (at % 2 === 0 ? [{ userId, since: flat[at + 1] ?? '' }] : []));
}

/** A decision that came meanwhile keeps the person waiting. */
const end = writeScript({
  fixed: { sweeps: keys.sweeps },
  args: ['user', 'since'],
  returns: z.literal([0, 1]),
  body: `
    if tonumber(redis.call('ZSCORE', sweeps, user) or 'nan') ~= tonumber(since) then return 0 end
    return redis.call('ZREM', sweeps, user)
    `,
});

export async function endSweep(redis: Redis, userId: string, since: string): Promise<void> {
  await end(redis, { user: userId, since });
}
