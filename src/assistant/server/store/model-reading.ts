import * as z from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** No note waits longer than until the month after the next one. Once this many wait, later ones are not added. */
const waiting = { max: 10_000, seconds: 62 * 86_400 };

const wait = writeScript({
  keys: ['waiting'],
  args: ['uuid', 'month', 'max', 'seconds'],
  returns: z.int(),
  body: `
    if redis.call('ZCARD', waiting) >= tonumber(max) then return 0 end
    redis.call('ZADD', waiting, month, uuid)
    redis.call('EXPIRE', waiting, seconds)
    return 1
    `,
});

/**
 * Lets a note wait for the next run in a month (such as 2026-11), or `later` months after it: because this month's budget
 * is too small for it, or because a model's answer about it may not be shown.
 */
export async function waitForRun(
  redis: Redis,
  reading: Reading,
  uuid: string,
  { month, later }: { month: string; later: number },
): Promise<void> {
  await wait(redis, {
    waiting: placesOf[reading].waiting,
    uuid,
    month: monthNumber(month, later),
    max: waiting.max,
    seconds: waiting.seconds,
  });
}

/** Notes that waited for this month, at most `count`. */
export async function dueInMonth(redis: Redis, reading: Reading, month: string, count: number): Promise<string[]> {
  const range = { byScore: true, offset: 0, count } as const;
  const due = await redis.zrange(placesOf[reading].waiting, '-inf', monthNumber(month), range);
  return z.array(z.string()).parse(due);
}

const cross = writeScript({
  keys: ['waiting'],
  args: ['now', '...uuids'],
  returns: z.int(),
  body: `
    for _, uuid in ipairs(uuids) do
      local month = redis.call('ZSCORE', waiting, uuid)
      if month and tonumber(month) <= tonumber(now) then redis.call('ZREM', waiting, uuid) end
    end
    return 1
    `,
});

/** Ends the waiting of these, unless they wait for a later month again. */
export async function removeDue(redis: Redis, reading: Reading, month: string, uuids: string[]): Promise<void> {
  await cross(redis, { waiting: placesOf[reading].waiting, now: monthNumber(month), uuids: uuids });
}

/** A month as a number that grows with time: the months since the year 0. */
function monthNumber(month: string, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1 + later;
}

/** What a model makes of published notes: key points or vectors. Each follows the change log separately. */
export type Reading = 'points' | 'vectors';

/** The keys under which each stores its progress. */
const placesOf = {
  points: { cursor: keys.modelCursor, run: keys.modelRun, pause: keys.modelPause, waiting: keys.modelWaiting },
  vectors: { cursor: keys.vectorCursor, run: keys.vectorRun, pause: keys.vectorPause, waiting: keys.vectorWaiting },
} as const satisfies Record<Reading, object>;

/** A run that died counts as over after this time. */
const runSeconds = 15 * 60;

/** Returns where to continue, or false. */
const begin = writeScript({
  keys: ['run', 'pause', 'cursorKey'],
  fixed: { changes: keys.changes },
  args: ['seconds', 'newest'],
  returns: z.int().nullable(),
  body: `
    if redis.call('EXISTS', run, pause) > 0 then return false end
    local cursor = redis.call('GET', cursorKey)
    if not cursor then
      local oldest = redis.call('ZREVRANGE', changes, newest - 1, newest - 1, 'WITHSCORES')[2]
      cursor = oldest and oldest - 1 or 0
      redis.call('SET', cursorKey, cursor)
    end
    redis.call('SET', run, '1', 'EX', seconds)
    return tonumber(cursor)
    `,
});

/**
 * Begins a run, and returns the revision of the change log up to which notes were read. Null while another run is active
 * or runs are paused. The very first run goes back `first` changes, and no further.
 */
export async function beginReading(redis: Redis, reading: Reading, first: number): Promise<number | null> {
  const { run, pause, cursor } = placesOf[reading];
  return begin(redis, { run, pause, cursorKey: cursor, seconds: runSeconds, newest: first });
}

/** Stores where the next run continues. */
export async function advanceReading(redis: Redis, reading: Reading, revision: number): Promise<void> {
  await redis.set(placesOf[reading].cursor, revision);
}

export async function endReading(redis: Redis, reading: Reading): Promise<void> {
  await redis.del(placesOf[reading].run);
}

/** Lets no run begin for this many seconds. */
export async function pauseReading(redis: Redis, reading: Reading, seconds: number): Promise<void> {
  await redis.set(placesOf[reading].pause, '1', { ex: seconds });
}

/** Returns the number of tries, this one included. */
const tryOnce = writeScript({
  keys: ['triesKey'],
  args: ['seconds'],
  returns: z.int(),
  body: `
    local tries = redis.call('INCR', triesKey)
    redis.call('EXPIRE', triesKey, seconds)
    return tries
    `,
});

/** Counts a failure of a provider on one text, and returns how many there were in the last day. */
export async function countTry(redis: Redis, digest: string): Promise<number> {
  return tryOnce(redis, { triesKey: keys.modelTries(digest), seconds: 86_400 });
}
