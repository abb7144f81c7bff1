import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { Note } from '../../notes/model/note.ts';
import type { Refusal } from '../../notes/server/note-http.ts';
import { emptyOne, listBin, NoteCursor, readBinned } from '../../notes/server/notes.ts';
import { checkAndWrite, isUpheld, type By } from '../../moderation/server/moderation-check.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { ownNote, type Written } from './notes.ts';

/** A deleted note that its author can bring back; `until`: when it goes for good. */
const BinnedNote = Note.pick({ uuid: true, title: true, url: true, visibility: true }).extend({
  deletedAt: z.iso.datetime(),
  until: z.iso.datetime(),
});

export const BinQuery = z.strictObject({ cursor: NoteCursor.optional() });
export const BinPage = z.object({ total: z.int(), notes: z.array(BinnedNote), next: z.string().nullable() });
export type BinPage = z.infer<typeof BinPage>;

const binMs = limits.binDays * 24 * 60 * 60 * 1000;

/** Deleted before this, a note leaves the bin. */
export function binEnd(now: Date): Date {
  return new Date(now.getTime() - binMs);
}

/** What a person deleted and can bring back, last deleted first. */
export async function readBin(redis: Redis, userId: string, cursor: string | undefined): Promise<BinPage> {
  const { total, binned, next } = await listBin(redis, userId, { cursor, limit: limits.pageSize });
  const notes = binned.map(({ note: { uuid, title, url, visibility }, deletedAt }) => ({
    uuid,
    title,
    url,
    visibility,
    deletedAt: new Date(deletedAt).toISOString(),
    until: new Date(deletedAt + binMs).toISOString(),
  }));
  return { total, notes, next };
}

/** False where this person's bin has no such note. */
export async function deleteForGood(redis: Redis, uuid: string, userId: string): Promise<boolean> {
  const { binned } = await readBinned(redis, uuid);
  return binned?.authorId === userId && (await emptyOne(redis, uuid));
}

/**
 * Brings a note back from the bin as it was, with its thread, its votes and its places in reading lists. Links
 * that are banned by now keep it where it is. One that is back already is given as it is.
 */
export async function bringBack(
  redis: Redis,
  { stored, binned }: Awaited<ReturnType<typeof readBinned>>,
  by: By,
): Promise<Written | Refusal> {
  const own = ownNote(stored, by.author.id);
  if (own.ok) return { ...own, revision: null };
  if (own.reason !== 'deleted' || binned?.authorId !== by.author.id) return own;
  const { hidden, locked, ...note } = binned;
  // A decision about the note holds on while nobody has taken it back, and so does waiting for one; who is hidden with
  // all their writings brings nothing back.
  const isHidden = hidden && hidden.kind !== 'with-author' && (await isUpheld(redis, hidden.action));
  const isLocked = locked && (await isUpheld(redis, locked.action));
  // It is the revision that it was, so that what was typed on it goes on from it.
  const back: Note = { ...note, ...(isHidden && { hidden }), ...(isLocked && { locked }) };
  const written = await checkAndWrite(redis, back, stored, by);
  if (written.ok || written.reason !== 'stale') return written;
  return { ok: true, note: written.current, revision: null };
}
