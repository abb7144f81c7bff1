import { z } from 'zod';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';

/** Gives a person, or nothing. */
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

/** Takes the next person of `due`, people by when something is due for them, who is due by now; they are due again at `next`. */
export async function takeDue(redis: Redis, due: string, now: Date, next: Date): Promise<string | undefined> {
  const userId = await take(redis, { due, now: now.getTime(), next: next.getTime() });
  return userId === '' ? undefined : userId;
}
