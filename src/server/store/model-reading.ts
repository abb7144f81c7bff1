import { z } from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { writeScript } from './script.ts';

/** A run that died is over after so long. */
const runSeconds = 15 * 60;

/**
 * KEYS run, pause, cursor, changes. ARGV seconds, how many of the newest changes the first run looks at. Gives where to go
 * on, or false.
 */
const begin = writeScript(
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
export async function beginReading(redis: Redis, first: number): Promise<number | null> {
  return begin(redis, [keys.modelRun, keys.modelPause, keys.modelCursor, keys.changes], [runSeconds, first]);
}

/** From here the next run goes on. */
export async function advanceReading(redis: Redis, revision: number): Promise<void> {
  await redis.set(keys.modelCursor, revision);
}

export async function endReading(redis: Redis): Promise<void> {
  await redis.del(keys.modelRun);
}

/** No run begins within so many seconds. */
export async function pauseReading(redis: Redis, seconds: number): Promise<void> {
  await redis.set(keys.modelPause, '1', { ex: seconds });
}

/** KEYS tries. ARGV seconds. Gives how many there are with this one. */
const tryOnce = writeScript(
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
