import { z } from 'zod';
import type { Counts } from '../../../notes/model/counts.ts';
import { ReadingState, type ReadingPlace } from '../../model/reading-list.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { isPublished } from '../../../platform/server/store/lua.ts';

/**
 * KEYS voters, savers, thread times, the three states of the person's reading list, its progress, note, its
 * favourites. ARGV uuid, the person. Gives nothing about a note that they may not read.
 */
const read = numberedRead(
  `
  ${isPublished}
  local uuid, userId = unpack(ARGV)
  local json = redis.call('GET', KEYS[8])
  local note = json and cjson.decode(json)
  if not note or note.deletedAt or not (isPublished(note) or note.authorId == userId) then return {} end
  local state = 0
  for i = 4, 6 do if redis.call('ZSCORE', KEYS[i], uuid) then state = i - 3 end end
  return {
    redis.call('SCARD', KEYS[1]), redis.call('SCARD', KEYS[2]), redis.call('ZCARD', KEYS[3]),
    redis.call('SISMEMBER', KEYS[1], userId), state, redis.call('HGET', KEYS[7], uuid) or '0',
    redis.call('SISMEMBER', KEYS[9], uuid)
  }
  `,
  z.union([z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.coerce.number(), z.int()]), z.tuple([])]),
);

/**
 * What is counted about a note, whether this person voted for it, and where it is in their reading list. Undefined for a
 * note that they may not read.
 */
export async function readMarks(
  redis: Redis,
  noteUuid: string,
  userId: string,
): Promise<{ counts: Counts; voted: boolean; saved: ReadingPlace | null } | undefined> {
  const found = await read(
    redis,
    [
      keys.voters(noteUuid),
      keys.savers(noteUuid),
      keys.threadTimes(noteUuid),
      ...ReadingState.options.map((state) => keys.readingIn(userId, state)),
      keys.readingProgress(userId),
      keys.note(noteUuid),
      keys.readingFavourites(userId),
    ],
    [noteUuid, userId],
  );
  if (found.length === 0) return undefined;
  const [votes, saves, comments, voted, at, progress, star] = found;
  const state = ReadingState.options[at - 1];
  return {
    counts: { votes, saves, comments },
    voted: voted === 1,
    saved: state ? { state, progress, favourite: star === 1 } : null,
  };
}
