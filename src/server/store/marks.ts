import { z } from 'zod';
import type { Counts } from '../../domain/counts.ts';
import { ReadingState, type ReadingPlace } from '../../domain/reading-list.ts';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';
import { readScript } from './script.ts';

const read = readScript(
  `
  local uuid, userId = unpack(ARGV)
  local state = 0
  for i = 4, 6 do if redis.call('ZSCORE', KEYS[i], uuid) then state = i - 3 end end
  return {
    redis.call('SCARD', KEYS[1]), redis.call('SCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]),
    redis.call('SISMEMBER', KEYS[1], userId), state, redis.call('HGET', KEYS[7], uuid) or '0'
  }
  `,
  z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.coerce.number()]),
);

/** What is counted about a note, whether this person voted for it, and where it is in their reading list. */
export async function readMarks(
  redis: Redis,
  noteUuid: string,
  userId: string,
): Promise<{ counts: Counts; voted: boolean; saved: ReadingPlace | null }> {
  const [votes, saves, comments, voted, at, progress] = await read(
    redis,
    [
      keys.voters(noteUuid),
      keys.savers(noteUuid),
      keys.threadTimes(noteUuid),
      ...ReadingState.options.map((state) => keys.readingIn(userId, state)),
      keys.readingProgress(userId),
    ],
    [noteUuid, userId],
  );
  const state = ReadingState.options[at - 1];
  return { counts: { votes, saves, comments }, voted: voted === 1, saved: state ? { state, progress } : null };
}
