import type { OwnNote as Note } from '../../domain/note.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { listNotes } from '../store/notes.ts';
import type { Redis } from '../store/redis.ts';

/** Each note may hold 200 KB. */
const atOnce = 50;

/** A note, with what came along when it was imported, and how many comments readers see under it. */
export type OwnNote = { note: Note; comments: number };

/** All that a person wrote, in every state, newest first. */
export async function* ownNotes(redis: Redis, userId: string): AsyncGenerator<OwnNote, void> {
  for await (const page of ownNotePages(redis, userId)) yield* page;
}

/** The same, a few at a time; the next ones are read meanwhile. */
export async function* ownNotePages(redis: Redis, userId: string): AsyncGenerator<OwnNote[], void> {
  const read = async (cursor?: string) => {
    const query = { author: userId, includePrivate: true, limit: atOnce };
    const page = await listNotes(redis, cursor === undefined ? query : { ...query, cursor });
    const imported = await readNotesImported(
      redis,
      page.notes.map(({ uuid }) => uuid),
    );
    return { ...page, imported };
  };
  let reading: ReturnType<typeof read> | undefined = read();
  while (reading) {
    const { notes, counts, imported, next }: Awaited<ReturnType<typeof read>> = await reading;
    reading = next === null ? undefined : read(next);
    // Whoever reads no further has no use for the failure of what nobody waits for.
    reading?.catch(() => undefined);
    yield notes.map((note, at) => {
      const told = imported.get(note.uuid);
      return { note: told ? { ...note, imported: told } : note, comments: counts[at]?.comments ?? 0 };
    });
  }
}
