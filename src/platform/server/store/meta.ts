import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';
import { jsonOf, toStored } from './stored.ts';
import { Outage } from '../../model/backups.ts';

const keepOrSet = writeScript({
  fixed: { storeId: keys.storeId },
  args: ['fresh'],
  returns: z.string(),
  body: `
    local kept = redis.call('GET', storeId)
    if kept then return kept end
    redis.call('SET', storeId, fresh)
    return fresh
  `,
});

/** Names this database: the same for as long as its data lives, another one for an empty or another database. */
export function storeId(redis: Redis): Promise<string> {
  return keepOrSet(redis, { fresh: `store-${randomUUID()}` });
}

/** Whether the first collection was written here, or refused with an empty start. */
export async function isSeeded(redis: Redis): Promise<boolean> {
  return (await redis.exists(keys.seededAt)) === 1;
}

export async function markSeeded(redis: Redis, now: Date): Promise<void> {
  await redis.set(keys.seededAt, now.toISOString());
}

const outageSeconds = 7 * 24 * 60 * 60;

/** Keeps for a week when the store was away last, and what it said when it ended. */
export async function recordOutage(
  redis: Redis,
  { since, until, words }: { since: Date; until: Date; words: string },
): Promise<void> {
  const outage = toStored({ since: since.toISOString(), until: until.toISOString(), words });
  await redis.set(keys.outage, outage, { ex: outageSeconds });
}

/** When the store was away last, if that is not long ago. */
export async function lastOutage(redis: Redis): Promise<Outage | undefined> {
  const text = await redis.get<string>(keys.outage);
  return text === null ? undefined : jsonOf(Outage).parse(text);
}
