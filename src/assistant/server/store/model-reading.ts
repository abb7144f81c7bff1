import { z } from 'zod';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedWrite } from '../../../platform/server/store/script.ts';

/** What a model makes of what is published: key points, or vectors. Each follows the change log by itself. */
export type Reading = 'points' | 'vectors';

/** Where each keeps how far it is. */
export const placesOf = {
  points: { cursor: keys.modelCursor, run: keys.modelRun, pause: keys.modelPause, waiting: keys.modelWaiting },
  vectors: { cursor: keys.vectorCursor, run: keys.vectorRun, pause: keys.vectorPause, waiting: keys.vectorWaiting },
} as const satisfies Record<Reading, object>;

/** A run that died is over after so long. */
const runSeconds = 15 * 60;

/**
 * KEYS run, pause, cursor, changes. ARGV seconds, how many of the newest changes the first run looks at. Gives where to go
 * on, or false.
 */
const begin = numberedWrite(
  `
  if redis.call('EXISTS', KEYS[1], KEYS[2]) > 0 then return false end
  local cursor = redis.call('GET', KEYS[3])
  if not cursor then
    local oldest = redis.call('ZREVRANGE', KEYS[4], ARGV[2] - 1, ARGV[2] - 1, 'WITHSCORES')[2]
    cursor = oldest and oldest - 1 or 0
    redis.call('SET', KEYS[3], cursor)
  end
  redis.call('SET', KEYS[1], '1', 'EX', ARGV[1])
  return tonumber(cursor)
  `,
  z.int().nullable(),
);

/**
 * Begins a run of letting the model read, and gives the revision of the change log up to which it has. Null while another
 * run goes on or the model is to be left alone. The first run ever goes back `first` changes, and no further.
 */
export async function beginReading(redis: Redis, reading: Reading, first: number): Promise<number | null> {
  const { run, pause, cursor } = placesOf[reading];
  return begin(redis, [run, pause, cursor, keys.changes], [runSeconds, first]);
}

/** From here the next run goes on. */
export async function advanceReading(redis: Redis, reading: Reading, revision: number): Promise<void> {
  await redis.set(placesOf[reading].cursor, revision);
}

export async function endReading(redis: Redis, reading: Reading): Promise<void> {
  await redis.del(placesOf[reading].run);
}

/** No run begins within so many seconds. */
export async function pauseReading(redis: Redis, reading: Reading, seconds: number): Promise<void> {
  await redis.set(placesOf[reading].pause, '1', { ex: seconds });
}

/** KEYS tries. ARGV seconds. Gives how many there are with this one. */
const tryOnce = numberedWrite(
  `
  local tries = redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  return tries
  `,
  z.int(),
);

/** Counts a failure of a provider over one text, and gives how many there were in the last day. */
export async function countTry(redis: Redis, digest: string): Promise<number> {
  return tryOnce(redis, [keys.modelTries(digest)], [86_400]);
}
