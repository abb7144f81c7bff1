import * as z from 'zod';
import { Counts } from '../../../notes/model/note.ts';
import { ReadingPlace, ReadingState } from '../../model/reading-list.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { readScript } from '../../../platform/server/store/script.ts';
import { isPublished } from '../../../notes/server/store/note-parts.ts';

/**
 * A note's current counts, and the visitor's own vote, place in the reading list and star (`saved`). `progress`: how far they have read it,
 * or their copy of the page it links to, whether or not it is in the reading list.
 */
export const ViewerState = z.object({
  counts: Counts,
  voted: z.boolean(),
  saved: ReadingPlace.nullable(),
  progress: ReadingPlace.shape.progress,
});
type ViewerState = z.infer<typeof ViewerState>;

/** Returns an empty list for a note that the person may not read. */
const read = readScript({
  uses: [isPublished],
  keys: ['voters', 'savers', 'threadTimes', 'progress', 'noteKey', 'favourites', '...states'],
  args: ['uuid', 'userId'],
  returns: z.union([z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.coerce.number(), z.int()]), z.tuple([])]),
  body: `  local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note or note.deletedAt or not (isPublished(note) or note.authorId == userId) then return {} end
    local state = 0
    for i, list in ipairs(states) do if redis.call('ZSCORE', list, uuid) then state = i end end
    return {
      redis.call('SCARD', voters), redis.call('SCARD', savers), redis.call('ZCARD', threadTimes),
      redis.call('SISMEMBER', voters, userId), state, redis.call('HGET', progress, uuid) or '0',
      redis.call('SISMEMBER', favourites, uuid)
    }
    `,
});

/**
 * A note's counts, whether this person voted for it, and its place in their reading list and star. Undefined for a note that they
 * may not read.
 */
export async function readViewerState(
  redis: Redis,
  noteUuid: string,
  userId: string,
): Promise<ViewerState | undefined> {
  const found = await read(redis, {
    voters: keys.voters(noteUuid),
    savers: keys.savers(noteUuid),
    threadTimes: keys.threadTimes(noteUuid),
    progress: keys.readingProgress(userId),
    noteKey: keys.note(noteUuid),
    favourites: keys.readingFavourites(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
    uuid: noteUuid,
    userId,
  });
  if (found.length === 0) return undefined;
  const [votes, saves, comments, voted, stateNumber, progress, favourite] = found;
  const state = ReadingState.options[stateNumber - 1];
  return {
    counts: { votes, saves, comments },
    voted: voted === 1,
    saved: state || favourite === 1 ? { state: state ?? null, progress, favourite: favourite === 1 } : null,
    progress,
  };
}
