import type { OwnNote as Note } from '../../../notes/model/note.ts';
import { readNotesImported } from '../store/import-findings.ts';
import { listNotes } from '../../../notes/server/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import type { Copy } from '../../../capture/model/capture.ts';
import type { Highlight } from '../../../library/model/highlight.ts';
import { readCopy, withCopies } from '../../../capture/server/copies.ts';
import { highlightsOf } from '../../../library/server/highlights.ts';

/** Each note may hold 200 KB. */
const atOnce = 50;

/** A note, with what came along when it was imported, and how many comments readers see under it. */
export type OwnNote = { note: Note; comments: number };

/** All that a person wrote, in every state, newest first. */
export async function* ownNotes(redis: Redis, userId: string): AsyncGenerator<OwnNote, void> {
  for await (const page of ownNotePages(redis, userId)) yield* page;
}

/** The same, a few at a time; the next ones are read meanwhile. */
async function* ownNotePages(redis: Redis, userId: string): AsyncGenerator<OwnNote[], void> {
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

/**
 * A note with how many comments readers see under it, the copy of the page that it is about, and what was highlighted
 * there, in the order of the text. Highlights that came by themselves may be there before a copy is.
 */
export type KeptNote = { note: Note; comments: number; copy?: Copy; highlights: Highlight[] };

/** All that a person wrote, newest first, with their copies: one is held at a time. */
export async function* keptNotes(redis: Redis, userId: string): AsyncGenerator<KeptNote, void> {
  for await (const page of ownNotePages(redis, userId)) {
    const linked = page.flatMap(({ note }) => (note.url === null ? [] : [note.uuid]));
    const copied = await withCopies(redis, linked);
    for (const own of page) {
      if (copied.has(own.note.uuid)) yield { ...own, ...(await keptOf(redis, own.note.uuid, userId)) };
      else yield { ...own, highlights: [] };
    }
  }
}

async function keptOf(redis: Redis, uuid: string, userId: string): Promise<Omit<KeptNote, 'note' | 'comments'>> {
  const [copy, highlights] = await Promise.all([readCopy(redis, uuid), highlightsOf(redis, uuid, userId)]);
  return { ...(copy ? { copy } : {}), highlights: highlights ?? [] };
}
