import { randomUUID } from 'node:crypto';
import * as z from 'zod';
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

/** The id of this database: constant as long as its data lives, and different for an empty or another database. */
export function storeId(redis: Redis): Promise<string> {
  return keepOrSet(redis, { fresh: `store-${randomUUID()}` });
}

const restoredPrefix = 'restored-';

/** Names this database after a restore: builds may put its site in the place of the one that was published before. */
export async function nameRestored(redis: Redis): Promise<void> {
  await redis.set(keys.storeId, restoredPrefix + randomUUID());
}

/** Whether the database of this id was filled from a backup. */
export const isRestored = (id: string) => id.startsWith(restoredPrefix);

/** Whether the first collection was written here, or was declined by an empty start. */
export async function isSeeded(redis: Redis): Promise<boolean> {
  return (await redis.exists(keys.seededAt)) === 1;
}

export async function markSeeded(redis: Redis, now: Date): Promise<void> {
  await redis.set(keys.seededAt, now.toISOString());
}

const dayMs = 24 * 60 * 60_000;
/** How long a store has to live on after a forward leap of the clock before that time is trusted. */
const believedMs = 7 * dayMs;

/**
 * In milliseconds: the time of the last check, the time up to which the store has lived, and how long it has lived since a
 * leap.
 */
const TrustedTime = z.object({ at: z.int(), until: z.int(), since: z.int() });
type TrustedTime = z.infer<typeof TrustedTime>;

/**
 * The time up to which a store has lived at `now`. A leap of the clock counts as one day until the store has lived with it
 * for a week. So a clock that is a year ahead for a while makes nothing a year older.
 */
export function trustedUntil(before: TrustedTime | undefined, now: number): TrustedTime {
  const trustedNow = { at: now, until: now, since: 0 };
  if (!before || now <= before.until) return trustedNow;
  const step = Math.min(Math.max(now - before.at, 0), dayMs);
  const [until, since] = [before.until + step, before.since + step];
  return until >= now || since >= believedMs ? trustedNow : { at: now, until, since };
}

/**
 * The time by which to judge whether something is old enough to be deleted for good. The scheduled task sets `looks`, which
 * records the check.
 */
export async function trustedTime(redis: Redis, now: Date, { looks = false } = {}): Promise<Date> {
  const before = await redis.get<string>(keys.lived);
  const lived = trustedUntil(before === null ? undefined : jsonOf(TrustedTime).parse(before), now.getTime());
  if (looks) await redis.set(keys.lived, toStored(lived));
  return new Date(lived.until);
}

/** Makes a restored store count as alive until the moment of its backup, in milliseconds. */
export async function setTrustedTime(redis: Redis, at: number): Promise<void> {
  await redis.set(keys.lived, toStored({ at, until: at, since: 0 } satisfies TrustedTime));
}

/** Everything that the schedule does at a time of its own, by that time. */
const queues = [
  keys.mailDue('mail'),
  keys.mailDue('digest'),
  keys.weeklyDue,
  keys.reviewDue('daily'),
  keys.reviewDue('weekly'),
  keys.linksDue,
  keys.copiesDue,
  keys.exportsDue,
];
/** Longer than anything waits there: sound links are checked again after 30 days. */
const longestWaitMs = 31 * dayMs;

const makeDue = writeScript({
  keys: ['...queues'],
  args: ['now', 'latest'],
  returns: z.int().nonnegative(),
  body: `
    local made = 0
    for _, due in ipairs(queues) do
      for _, member in ipairs(redis.call('ZRANGEBYSCORE', due, '(' .. latest, '+inf', 'LIMIT', 0, 500)) do
        redis.call('ZADD', due, now, member)
        made = made + 1
      end
    end
    return made
  `,
});

/** Makes due what was put off while the clock was far ahead, and returns how much that was. */
export function makePutOffDue(redis: Redis, now: Date): Promise<number> {
  return makeDue(redis, { queues, now: now.getTime(), latest: now.getTime() + longestWaitMs });
}

const outageSeconds = 7 * 24 * 60 * 60;

/** Stores for a week when the store was last away, and its last error message. */
export async function recordOutage(
  redis: Redis,
  { since, until, words }: { since: Date; until: Date; words: string },
): Promise<void> {
  const outage = toStored({ since: since.toISOString(), until: until.toISOString(), words });
  await redis.set(keys.outage, outage, { ex: outageSeconds });
}

/** The last outage of the store, if it was recent. */
export async function lastOutage(redis: Redis): Promise<Outage | undefined> {
  const text = await redis.get<string>(keys.outage);
  return text === null ? undefined : jsonOf(Outage).parse(text);
}
