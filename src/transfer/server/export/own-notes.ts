import type { OwnNote as Note } from '../../../notes/model/note.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { listNotes } from '../../../notes/server/store/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

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
  let reading: ReturnType<typeof readOwnNotes> | undefined = readOwnNotes(redis, userId, null);
  while (reading) {
    const { notes, next }: Awaited<typeof reading> = await reading;
    reading = next === null ? undefined : readOwnNotes(redis, userId, next);
    // Whoever reads no further has no use for the failure of what nobody waits for.
    reading?.catch(() => undefined);
    yield notes;
  }
}

/** One page of them, after the cursor of the page before. */
export async function readOwnNotes(
  redis: Redis,
  userId: string,
  cursor: string | null,
): Promise<{ notes: OwnNote[]; next: string | null }> {
  const query = { author: userId, includePrivate: true, limit: atOnce };
  const { notes, counts, next } = await listNotes(redis, cursor === null ? query : { ...query, cursor });
  const imported = await readNotesImported(
    redis,
    notes.map(({ uuid }) => uuid),
  );
  const own = notes.map((note, at) => {
    const told = imported.get(note.uuid);
    return { note: told ? { ...note, imported: told } : note, comments: counts[at]?.comments ?? 0 };
  });
  return { notes: own, next };
}
