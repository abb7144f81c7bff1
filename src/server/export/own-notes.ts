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

/** The same, a few at a time; the next ones are read meanwhile. */
export async function* ownNotePages(redis: Redis, userId: string): AsyncGenerator<OwnNote[], void> {
  const read = async (cursor?: string) => {
    const query = { author: userId, includePrivate: true, limit: atOnce };
    return listNotes(redis, cursor === undefined ? query : { ...query, cursor });
  };
  let reading: ReturnType<typeof read> | undefined = read();
  while (reading) {
    const { notes, counts, next }: Awaited<ReturnType<typeof read>> = await reading;
    reading = next === null ? undefined : read(next);
    // Whoever reads no further has no use for the failure of what nobody waits for.
    reading?.catch(() => undefined);
    yield notes.map((note, at) => ({ note, comments: counts[at]?.comments ?? 0 }));
  }
}
