import { z } from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { Note } from '../../notes/model/note.ts';
import { type Refusal, noteProblem, noteUuid } from '../../notes/server/note-http.ts';
import { emptyOne, listBin, NoteCursor, readBinned, emptyBin } from '../../notes/server/notes.ts';
import { checkAndWrite, isUpheld, type By } from '../../moderation/server/moderation-check.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { ownNote, type Written, WrittenNote } from './notes.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { token } from '../../people/server/callers.ts';
import { countDeleted } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';

/** A deleted note that its author can bring back; `until`: when it goes for good. */
const BinnedNote = Note.pick({ uuid: true, title: true, url: true, visibility: true }).extend({
  deletedAt: z.iso.datetime(),
  until: z.iso.datetime(),
});

const BinQuery = z.strictObject({
  cursor: NoteCursor.optional(),
  count: z.coerce.number().int().min(1).max(200).default(limits.pageSize),
});
const BinPage = z.object({ total: z.int(), notes: z.array(BinnedNote), next: z.string().nullable() });
type BinPage = z.infer<typeof BinPage>;

const binMs = limits.binDays * 24 * 60 * 60 * 1000;

/** Deleted before this, a note leaves the bin. */
export function binEnd(now: Date): Date {
  return new Date(now.getTime() - binMs);
}

/** What a person deleted and can bring back, last deleted first. */
async function readBin(redis: Redis, userId: string, { cursor, count }: z.infer<typeof BinQuery>): Promise<BinPage> {
  const { total, binned, next } = await listBin(redis, userId, { cursor, limit: count });
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
async function deleteForGood(redis: Redis, uuid: string, userId: string): Promise<boolean> {
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
  // A decision about the note, or about all that its author wrote, holds on while nobody has taken it back, and so does
  // waiting for one.
  const isHidden = hidden && (await isUpheld(redis, hidden.action));
  const isLocked = locked && (await isUpheld(redis, locked.action));
  // It is the revision that it was, so that what was typed on it goes on from it.
  const back: Note = { ...note, ...(isHidden && { hidden }), ...(isLocked && { locked }) };
  const written = await checkAndWrite(redis, back, stored, by);
  if (written.ok || written.reason !== 'stale') return written;
  return { ok: true, note: written.current, revision: null };
}

/** One call empties as much as it can in this time; a function has ten seconds. */
const emptyingMs = 5_000;

/** Deleted notes: what is in a person's bin, bringing it back, and deleting it for good. */
export const binRoutes = {
  'GET /api/bin': route({
    id: 'readBin',
    summary: `List the notes you deleted in the last ${limits.binDays} days, last deleted first.`,
    who: token('read'),
    query: BinQuery,
    gives: { 200: BinPage },
    handle: ({ caller, query }) => readBin(database(), caller.id, query),
  }),

  'DELETE /api/bin': route({
    id: 'emptyBin',
    summary: 'Empty your bin for good. If `isDone` is false, there was more than one call can delete: call again.',
    who: token('write'),
    gives: { 200: z.object({ emptied: z.int(), isDone: z.boolean() }) },
    async handle({ context, caller, now }) {
      const end = Date.now() + emptyingMs;
      const emptied = await emptyBin(database(), { userId: caller.id, until: now }, () => Date.now() < end);
      await countDeleted(caller.id, context);
      return emptied;
    },
  }),

  'POST /api/bin/{uuid}/restore': route({
    id: 'restoreNote',
    summary:
      'Restore your note from the bin as it was, published again if it was published. Doing it again changes nothing.',
    at: noteUuid,
    who: token('write', 'note'),
    rate: 'edits',
    gives: { 200: WrittenNote },
    problems: [404, 409, 410],
    reads: ({ at }) => readBinned(database(), at),
    async handle({ context, caller, at: uuid, read, now }) {
      const by = { author: caller, now, rateScale: environment().RATE_LIMIT_SCALE };
      const back = await bringBack(database(), read, by);
      if (!back.ok) throw noteProblem(back);
      await afterWrite(back.revision, uuid, context, 'adds');
      return { note: back.note, path: addressOf(back.note) };
    },
  }),

  'DELETE /api/bin/{uuid}': route({
    id: 'deleteForGood',
    summary: 'Delete a note in your bin for good.',
    at: noteUuid,
    who: token('write'),
    gives: { 204: null },
    problems: [404],
    async handle({ context, caller, at: uuid }) {
      if (!(await deleteForGood(database(), uuid, caller.id)))
        throw new HttpError(404, 'Not Found', 'There’s no such note in your bin.');
      await countDeleted(caller.id, context);
    },
  }),
} satisfies Routes;
