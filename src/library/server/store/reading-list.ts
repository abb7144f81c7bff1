import type { Note } from '../../../notes/model/note.ts';
import { authorOf } from '../../../people/model/user.ts';
import { ReadingState, type ReadingChange, type ReadingPlace } from '../../model/reading-list.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { NoteCursor } from '../../../notes/server/store/note-lists.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { dropReading, listReading as list, putReading } from './reading-list-scripts.ts';
import type { Author } from '../../../people/model/user.ts';

function placeOf(userId: string, noteUuid: string) {
  return {
    noteKey: keys.note(noteUuid),
    savers: keys.savers(noteUuid),
    reading: keys.reading(userId),
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    states: statesOf(userId),
    uuid: noteUuid,
    userId,
  };
}

const statesOf = (userId: string) => ReadingState.options.map((state) => keys.readingIn(userId, state));

/** Saves a note that this person may read, or changes where it is in their list. `saves` counts everyone's. */
export async function saveNote(
  redis: Redis,
  userId: string,
  noteUuid: string,
  { state, progress, favourite }: ReadingChange,
  now: Date,
): Promise<({ ok: true; saves: number } & ReadingPlace) | { ok: false; reason: 'missing' | 'deleted' }> {
  const reply = await putReading(redis, {
    ...placeOf(userId, noteUuid),
    wanted: state ?? '',
    progress: progress ?? '',
    now: now.getTime(),
    favourite: favourite === undefined ? '' : Number(favourite),
  });
  if (reply[0] !== 'saved') return { ok: false, reason: reply[0] };
  return { ok: true, saves: reply[1], state: reply[2], progress: reply[3], favourite: reply[4] === 1 };
}

/** Takes a note out of a list, also one that is deleted meanwhile. Gives how many people still have it. */
export function unsaveNote(redis: Redis, userId: string, noteUuid: string): Promise<number> {
  return dropReading(redis, placeOf(userId, noteUuid));
}

type ReadingItem = { note: Note; author: Author; progress: number; favourite: boolean; changedAt: string };
export type ReadingPage = { items: ReadingItem[]; next: string | null; counts: Record<ReadingState, number> };

/**
 * A page of one state of a person's list, last changed first, in one round trip. Notes that they may not read any more
 * are left out, so a page may be short and have a next one.
 */
export async function listReading(
  redis: Redis,
  userId: string,
  { state, cursor, limit }: { state: ReadingState; cursor?: string | undefined; limit: number },
): Promise<ReadingPage> {
  const [score = '', uuid = ''] = cursor ? NoteCursor.parse(cursor).split('_') : [];
  const [end, endUuid, counts, notes, changed, progress, stars, users] = await list(redis, {
    progressKey: keys.readingProgress(userId),
    favourites: keys.readingFavourites(userId),
    states: statesOf(userId),
    asked: ReadingState.options.indexOf(state) + 1,
    most: limit,
    score,
    last: uuid,
    userId,
  });
  const authors = new Map(users.map((user) => [user.id, authorOf(user)]));
  return {
    items: notes.flatMap((note, index) => {
      const author = authors.get(note.authorId);
      const changedAt = new Date(changed[index] ?? 0).toISOString();
      const favourite = stars[index] === 1;
      return author ? [{ note, author, progress: progress[index] ?? 0, favourite, changedAt }] : [];
    }),
    next: end === '' ? null : `${end}_${endUuid}`,
    counts: { toread: counts[0], reading: counts[1], archived: counts[2] },
  };
}
