import { z } from 'zod';
import { addressOf } from '../../notes/model/note-access.ts';
import { limits } from '../../platform/model/limits.ts';
import { ReadingItem, ReadingState } from '../model/reading-list.ts';
import { excerptOf, readingMinutes } from '../../notes/server/markdown/markdown.ts';
import { oneByOne } from '../../notes/server/markdown-work.ts';
import { NoteCursor } from '../../notes/server/notes.ts';
import { listReading } from './store/reading-list.ts';
import type { Redis } from '../../platform/server/store/redis.ts';

/** Which part of a reading list is asked for. */
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
  return {
    items: await oneByOne(items, ({ note, author, progress, favourite, changedAt }) => ({
      uuid: note.uuid,
      title: note.title,
      path: addressOf(note),
      url: note.url,
      excerpt: excerptOf(note.body),
      minutes: readingMinutes(note.body),
      author: { handle: author.handle, name: author.name },
      progress,
      favourite,
      changedAt,
    })),
    next,
    counts,
  };
}
