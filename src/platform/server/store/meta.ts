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

const dayMs = 24 * 60 * 60_000;
/** For so long a store lives with a time that it came to by a leap before that is believed. */
const believedMs = 7 * dayMs;

/** In milliseconds: the time at the last look, up to when the store has lived, and how much of that since a leap. */
const Lived = z.object({ at: z.int(), until: z.int(), since: z.int() });
type Lived = z.infer<typeof Lived>;

/**
 * Up to when a store has lived at `now`: a leap of the clock counts for a day, until the store has lived a week with it. So a
 * clock that is a year ahead for a while makes nothing a year older.
 */
export function livedUntil(before: Lived | undefined, now: number): Lived {
  const there = { at: now, until: now, since: 0 };
  if (!before || now <= before.until) return there;
  const step = Math.min(Math.max(now - before.at, 0), dayMs);
  const [until, since] = [before.until + step, before.since + step];
  return until >= now || since >= believedMs ? there : { at: now, until, since };
}

/** By which time things are old enough to be deleted for good. The schedule `looks` every few minutes. */
export async function livedTime(redis: Redis, now: Date, { looks = false } = {}): Promise<Date> {
  const before = await redis.get<string>(keys.lived);
  const lived = livedUntil(before === null ? undefined : jsonOf(Lived).parse(before), now.getTime());
  if (looks) await redis.set(keys.lived, toStored(lived));
  return new Date(lived.until);
}

/** Has a store that is brought back have lived until the moment of its backup. In milliseconds. */
export async function livesFrom(redis: Redis, at: number): Promise<void> {
  await redis.set(keys.lived, toStored({ at, until: at, since: 0 } satisfies Lived));
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
