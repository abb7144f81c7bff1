import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readScript } from '../../../platform/server/store/script.ts';

const sizesOf = readScript({
  keys: ['...indexes'],
  returns: z.array(z.int()),
  body: `
    local sizes = {}
    for index, key in ipairs(indexes) do sizes[index] = redis.call('ZCARD', key) end
    return sizes
    `,
});

/** How many public notes there are, and how many of them have each of these tags; a tag that none has is left out. */
export async function tagSizes(
  redis: Redis,
  tags: readonly string[],
): Promise<{ notes: number; sizes: Map<string, number> }> {
  const [notes = 0, ...sizes] = await sizesOf(redis, { indexes: [keys.publicNotes, ...tags.map(keys.tagNotes)] });
  const counted = tags.map((tag, index) => [tag, sizes[index] ?? 0] as const);
  return { notes, sizes: new Map(counted.filter(([, size]) => size > 0)) };
}

/** How many comments readers see under each of these notes, in their order. */
export async function commentCounts(redis: Redis, uuids: readonly string[]): Promise<number[]> {
  return uuids.length === 0 ? [] : sizesOf(redis, { indexes: uuids.map(keys.threadTimes) });
}
