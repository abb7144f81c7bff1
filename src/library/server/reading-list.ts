import * as z from 'zod';
import { addressOf } from '../../notes/model/note-access.ts';
import { copyFactsOf } from '../../capture/server/copies.ts';
import { limits } from '../../platform/model/limits.ts';
import { ReadingItem, ReadingState, type ReadingChange, type SavedAnswer } from '../model/reading-list.ts';
import { excerptOf, readingMinutes } from '../../notes/server/markdown/markdown.ts';
import { mapWithYields } from '../../notes/server/markdown-work.ts';
import { NoteCursor } from '../../notes/server/notes.ts';
import { noteProblem } from '../../notes/server/note-http.ts';
import {
  keepReadingProgress,
  listReading,
  saveNote,
  saveNotes,
  unsaveNote,
  unsaveNotes,
} from './store/reading-list.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/** What the servers of other nouns do with reading lists, without limits of rate. */
export { keepReadingProgress, saveNote, saveNotes, unsaveNote, unsaveNotes };
export { readViewerState, ViewerState } from './store/viewer-state.ts';

/** Which part of a reading list to return. */
export const ReadingQuery = z.strictObject({ state: ReadingState.default('toread'), cursor: NoteCursor.optional() });
export type ReadingQuery = z.infer<typeof ReadingQuery>;

/** A page of one part of a reading list, last changed first, and how many notes each part has. */
export const ReadingPage = z.object({
  items: z.array(ReadingItem),
  next: z.string().nullable(),
  counts: z.record(ReadingState, z.int().nonnegative()),
});
export type ReadingPage = z.infer<typeof ReadingPage>;

export async function readingPage(redis: Redis, userId: string, query: ReadingQuery): Promise<ReadingPage> {
  const { items, next, counts } = await listReading(redis, userId, { ...query, limit: limits.pageSize });
  const own = items.filter(({ note }) => note.url !== null && note.authorId === userId);
  const copies = await copyFactsOf(
    redis,
    own.map(({ note }) => note.uuid),
  );
  return {
    items: await mapWithYields(items, ({ note, author, progress, favourite, changedAt }) => ({
      uuid: note.uuid,
      title: note.title,
      path: addressOf(note),
      url: note.url,
      excerpt: excerptOf(note.body),
      minutes: copies.get(note.uuid)?.minutes ?? readingMinutes(note.body),
      copy: copies.get(note.uuid) ?? null,
      author: { handle: author.handle, name: author.name },
      progress,
      favourite,
      changedAt,
      ...(note.pictures && { pictures: note.pictures }),
    })),
    next,
    counts,
  };
}

/** Saves a note to the user's reading list, changes its place there, or stars it. Throws HttpError 404 or 410. */
export async function putIntoList(
  redis: Redis,
  noteUuid: string,
  userId: string,
  change: ReadingChange,
  now: Date,
): Promise<SavedAnswer> {
  const saved = await saveNote(redis, userId, noteUuid, change, now);
  if (!saved.ok) throw noteProblem(saved);
  const { saves, place: { state = null, progress = 0, favourite = false } = {}, before } = saved;
  const was = before && { was: before };
  if (state === null) return { saved: false, saves, favourite, ...was };
  return { saved: true, saves, state, progress, favourite, ...was };
}

/** Removes a note from the user's reading list. Its star stays. */
export async function takeFromList(redis: Redis, noteUuid: string, userId: string): Promise<SavedAnswer> {
  const { saves, before } = await unsaveNote(redis, userId, noteUuid, 'stay');
  return { saved: false, saves, favourite: before?.favourite === true, ...(before && { was: before }) };
}
