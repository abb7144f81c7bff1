import { z } from 'zod';
import { addressOf } from '../../notes/model/note-access.ts';
import { noteProblem, noteUuid } from '../../notes/server/note-http.ts';
import { emptyBin, readBinned } from '../../notes/server/notes.ts';
import { token } from '../../people/server/callers.ts';
import { countDeleted } from '../../people/server/storage.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';
import { BinPage, BinQuery, bringBack, deleteForGood, readBin } from './bin.ts';
import { WrittenNote } from './notes.ts';

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
    handle: ({ caller, query }) => readBin(database(), caller.id, query.cursor),
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
