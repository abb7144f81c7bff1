import * as z from 'zod';
import { purgeDeleted } from '../../library/server/collections.ts';
import { limits } from '../../platform/model/limits.ts';
import { Note } from '../../notes/model/note.ts';
import { type Refusal, noteProblem, noteUuid } from '../../notes/server/note-http.ts';
import { emptyOne, listBin, NoteCursor, readBinned, emptyBin } from '../../notes/server/notes.ts';
import { checkAndWrite, isUpheld, type WriteContext } from '../../moderation/server/moderation-check.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { ownNote, type NoteWriteResult, WrittenNote } from './notes.ts';
import { addressOf } from '../../notes/model/note-access.ts';
import { token } from '../../people/server/callers.ts';
import { countDeleted } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';

/** A deleted note that its author can restore; `until`: when it is deleted for good. */
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

/** Notes deleted before this time leave the bin. */
export function binEnd(now: Date): Date {
  return new Date(now.getTime() - binMs);
}

/** The notes in a person's bin, last deleted first. */
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

/** Deletes a note for good. False if this person's bin has no such note. */
async function deleteForGood(redis: Redis, uuid: string, userId: string): Promise<boolean> {
  const { binned } = await readBinned(redis, uuid);
  return binned?.authorId === userId && (await emptyOne(redis, uuid));
}

/**
 * Restores a note from the bin as it was, with its thread, its votes and its places in reading lists. Refused if it has a
 * link that is banned by now. A note that is already restored is returned as it is.
 */
export async function restoreFromBin(
  redis: Redis,
  { stored, binned }: Awaited<ReturnType<typeof readBinned>>,
  by: WriteContext,
): Promise<NoteWriteResult | Refusal> {
  const own = ownNote(stored, by.author.id);
  if (own.ok) return { ...own, revision: null };
  if (own.reason !== 'deleted' || binned?.authorId !== by.author.id) return own;
  const { hidden, locked, ...note } = binned;
  // A decision to hide or lock the note still applies unless it was undone, and a note that was held for review is still
  // held.
  const isHidden = hidden && (await isUpheld(redis, hidden.action));
  const isLocked = locked && (await isUpheld(redis, locked.action));
  // It keeps its revision, so that drafts based on it still fit.
  const back: Note = { ...note, ...(isHidden && { hidden }), ...(isLocked && { locked }) };
  const written = await checkAndWrite(redis, back, stored, by);
  if (written.ok || written.reason !== 'stale') return written;
  return { ok: true, note: written.current, revision: null };
}

/** How long one call deletes notes; a function has ten seconds. */
const emptyingMs = 5_000;

/** The bin: listing and restoring deleted notes, and deleting them for good. */
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
    summary:
      'Empty your bin for good, with the collections you deleted. If `isDone` is false, there was more than one call can delete: call again.',
    who: token('write'),
    gives: { 200: z.object({ emptied: z.int(), isDone: z.boolean() }) },
    async handle({ context, caller }) {
      const end = Date.now() + emptyingMs;
      const mayGoOn = () => Date.now() < end;
      const { emptied, isDone } = await emptyBin(database(), { userId: caller.id }, mayGoOn);
      const collections = isDone ? await purgeDeleted(database(), { userId: caller.id }, mayGoOn) : { isDone };
      await countDeleted(caller.id, context);
      return { emptied, isDone: collections.isDone };
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
      const back = await restoreFromBin(database(), read, by);
      if (!back.ok) throw noteProblem(back);
      await afterWrite(back.revision, [uuid], context, 'adds');
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
