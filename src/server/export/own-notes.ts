import type { Note } from '../../domain/note.ts';
import { listNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';

/** Each note may hold 200 KB. */
const atOnce = 50;

/** A note with how many comments readers see under it. */
export type OwnNote = { note: Note; comments: number };

/** All that a person wrote, in every state, newest first. */
export async function* ownNotes(redis: Redis, userId: string): AsyncGenerator<OwnNote, void> {
  for await (const page of ownNotePages(redis, userId)) yield* page;
}

/** The same, a few at a time. */
export async function* ownNotePages(redis: Redis, userId: string): AsyncGenerator<OwnNote[], void> {
  let cursor: string | null | undefined;
  do {
    const query = { author: userId, includePrivate: true, limit: atOnce };
    const page = await listNotes(redis, cursor ? { ...query, cursor } : query);
    yield page.notes.map((note, at) => ({ note, comments: page.counts[at]?.comments ?? 0 }));
    cursor = page.next;
  } while (cursor);
}
