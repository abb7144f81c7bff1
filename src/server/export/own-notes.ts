import type { Note } from '../../domain/note.ts';
import { listNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';

/** Each note may hold 200 KB. */
const atOnce = 50;

/** All that a person wrote, in every state, newest first, a few at a time; `comments` are how many readers see under a note. */
export async function* ownNotes(redis: Redis, userId: string): AsyncGenerator<{ note: Note; comments: number }, void> {
  let cursor: string | null | undefined;
  do {
    const query = { author: userId, includePrivate: true, limit: atOnce };
    const page = await listNotes(redis, cursor ? { ...query, cursor } : query);
    for (const [at, note] of page.notes.entries()) yield { note, comments: page.counts[at]?.comments ?? 0 };
    cursor = page.next;
  } while (cursor);
}
