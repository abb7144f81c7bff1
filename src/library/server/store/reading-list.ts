import type { Note } from '../../../notes/model/note.ts';
import { authorsById } from '../../../people/model/user.ts';
import {
  ReadingState,
  type ReadingChange,
  type ReadingPlace,
  type ReadingPlaceThen,
} from '../../model/reading-list.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { NoteCursor } from '../../../notes/server/store/note-lists.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { dropReading, listReading as list, putProgress, putReading } from './reading-list-scripts.ts';
import type { Author } from '../../../people/model/user.ts';

const listsOf = (userId: string) => ({
  reading: keys.reading(userId),
  progressKey: keys.readingProgress(userId),
  favourites: keys.readingFavourites(userId),
  states: statesOf(userId),
  userId,
});

const statesOf = (userId: string) => ReadingState.options.map((state) => keys.readingIn(userId, state));

/** A place as it is stored, and as it is used. */
type StoredPlace = [ReadingState | '', number, number, number, number];
const placeOf = ([state, progress, star]: StoredPlace): ReadingPlace => {
  return { state: state === '' ? null : state, progress, favourite: star === 1 };
};
const placeThen = (place: StoredPlace): ReadingPlaceThen => {
  const [savedAt, changedAt] = [place[3], place[4]].map((millis) => new Date(millis).toISOString()) as [string, string];
  return { ...placeOf(place), times: { savedAt, changedAt } };
};

/** `saves` counts everyone's but the author's; `place` and `before`: the place now and the former one, if any. */
export type Saved =
  | { ok: true; saves: number; place: ReadingPlace | undefined; before: ReadingPlaceThen | undefined }
  | { ok: false; reason: 'missing' | 'deleted' };

/**
 * Saves or stars notes that this person may read, or changes their places in the list, in one step. `times`: those of
 * each note, or none.
 */
export async function saveNotes(
  redis: Redis,
  userId: string,
  noteUuids: readonly string[],
  { state, progress, favourite }: Omit<ReadingChange, 'times'>,
  now: Date,
  times: readonly ReadingPlaceThen['times'][] = [],
): Promise<Saved[]> {
  // Times in the future are replaced by now.
  const past = (time: string) => String(Math.min(now.getTime(), Date.parse(time)));
  const replies = await putReading(redis, {
    ...listsOf(userId),
    wanted: state === null ? 'none' : (state ?? ''),
    progress: progress ?? '',
    now: now.getTime(),
    favourite: favourite === undefined ? '' : Number(favourite),
    times: JSON.stringify(times.map(({ savedAt, changedAt }) => [past(savedAt), past(changedAt)])),
    uuids: noteUuids,
  });
  return replies.map((reply) => {
    if (reply[0] !== 'saved') return { ok: false, reason: reply[0] };
    const [, saves, place, before] = reply;
    return {
      ...{ ok: true, saves },
      place: place.length === 0 ? undefined : placeOf(place),
      before: before && placeThen(before),
    };
  });
}

/** The same for one note. */
export async function saveNote(redis: Redis, userId: string, noteUuid: string, change: ReadingChange, now: Date) {
  const [saved] = await saveNotes(redis, userId, [noteUuid], change, now, change.times && [change.times]);
  return saved ?? ({ ok: false, reason: 'missing' } as const);
}

/** Removes notes from a list, even deleted ones: how many people still have each, and its former place. `stars`: what becomes of theirs. */
export async function unsaveNotes(
  redis: Redis,
  userId: string,
  noteUuids: readonly string[],
  stars: 'stay' | 'go',
): Promise<{ saves: number; before: ReadingPlaceThen | undefined }[]> {
  const replies = await dropReading(redis, { ...listsOf(userId), stars, uuids: noteUuids });
  return replies.map(([saves, before]) => ({ saves, before: before && placeThen(before) }));
}

/** The same for one note. */
export async function unsaveNote(redis: Redis, userId: string, noteUuid: string, stars: 'stay' | 'go') {
  const [removed] = await unsaveNotes(redis, userId, [noteUuid], stars);
  return removed ?? { saves: 0, before: undefined };
}

/**
 * Stores how far a person read a note that they saved or starred, or the copy of their own link. Returns the furthest that any
 * device reported (0 begins again). Null if they have no such note.
 */
export async function keepReadingProgress(
  redis: Redis,
  userId: string,
  { uuid, progress }: { uuid: string; progress: number },
  now: Date,
): Promise<number | null> {
  return putProgress(redis, {
    ...listsOf(userId),
    noteKey: keys.note(uuid),
    uuid,
    progress,
    now: now.getTime(),
  });
}

type ReadingItem = { note: Note; author: Author; progress: number; favourite: boolean; changedAt: string };
export type ReadingPage = { items: ReadingItem[]; next: string | null; counts: Record<ReadingState, number> };

/**
 * A page of one state of a person's list, last changed first, in one round trip. Notes that they may no longer read are
 * left out, so a page may be short and still have a next one.
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
    max: limit,
    score,
    last: uuid,
    userId,
  });
  const authors = authorsById(users);
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
