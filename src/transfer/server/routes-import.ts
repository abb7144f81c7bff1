import { hash } from 'node:crypto';
import * as z from 'zod';
import { Imported } from '../../notes/model/details.ts';
import { noteProblem, noteUuid } from '../../notes/server/note-http.ts';
import { readNote } from '../../notes/server/notes.ts';
import { token } from '../../people/server/callers.ts';
import type { User } from '../../people/model/user.ts';
import { readWithSession } from '../../people/server/session-cookie.ts';
import { addStored, countDeleted } from '../../people/server/storage.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { checked, readJsonBytes } from '../../platform/server/http/read-json.ts';
import { readUpload } from '../../platform/server/http/read-upload.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { uuidAt } from '../../platform/server/http/uuid-at.ts';
import { streamOf } from '../../platform/server/http/text-stream.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { afterWrite } from '../../publishing/server/publishing.ts';
import { ownNote } from '../../writing/server/notes.ts';
import {
  Import,
  ImportLine,
  ImportPart,
  ImportVisibility,
  UndoLeftover,
  LinesQuery,
  NewImport,
} from '../model/import.ts';
import { importFile, mergedIn, openImport } from './import/import-file.ts';
import { importSentPart } from './import/imports.ts';
import { reportCsv } from './import/import-report.ts';
import { undoStep } from './import/import-undo.ts';
import { countEntries, requireImportAllowed } from './import/import-rate.ts';
import { readNotesImported } from './store/import-findings.ts';
import { listImports, readImport } from './store/imports.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';

const One = z.object({ import: Import });
const Report = One.extend({ lines: z.array(ImportLine), total: z.int(), left: z.array(UndoLeftover).optional() });
const FileFields = z.strictObject({ visibility: ImportVisibility.default('private') });

/** The import that an address names. */
const importId = uuidAt('id', missingImport);

/** How people import what they saved elsewhere. */
export const importRoutes = {
  'POST /api/import': route({
    id: 'importFile',
    summary:
      'Import a file from another program, up to 4.5 MB; your settings take larger ones. Importing the same file twice adds nothing.',
    who: token('import', 'note'),
    readsBody: { schema: z.object({ file: z.file(), ...FileFields.shape }), type: 'multipart/form-data' },
    gives: { 200: Report },
    problems: [429],
    async handle({ request, context, caller, now }) {
      const { file, fields } = await readUpload(request, limits.import.fileBytes);
      const { visibility } = checked(fields, FileFields);
      const fingerprint = hash('sha256', file.bytes);
      const source = { name: file.name || 'file', bytes: file.bytes, fingerprint };
      const allowed = requireImportAllowed('imports', caller, now);
      const stored = (bytes: number, entries: number) =>
        void afterAnswer(context, () => countPart(caller, { stored: bytes, entries }, now));
      const taken = await importFile(database(), caller, source, visibility, () => new Date(), { allowed, stored });
      if (!taken.ok)
        throw new HttpError(400, 'Bad Request', taken.why, { errors: [{ path: 'file', message: taken.why }] });
      await afterImport(taken, context);
      return { import: taken.import, lines: taken.lines, total: taken.total };
    },
  }),

  'GET /api/imports': route({
    id: 'listImports',
    summary: 'List your latest imports, newest first.',
    who: token('import'),
    gives: { 200: z.object({ imports: z.array(Import) }) },
    handle: async ({ caller }) => ({ imports: await listImports(database(), caller.id) }),
  }),

  'POST /api/imports': route({
    id: 'beginImport',
    summary: 'Start an import in parts, or continue the one of the same file (200).',
    who: token('import', 'note'),
    body: NewImport,
    maxBytes: 4096,
    gives: { 200: One, 201: One },
    problems: [429],
    async handle({ caller, body, now }) {
      // The limit of a day as well: the pictures of a vault are uploaded before its first part.
      const allowed = requireImportAllowed('imports', caller, now);
      const { resumed, ...opened } = await openImport(database(), caller, body, { now, allowed });
      return reply(resumed ? 200 : 201, opened);
    },
  }),

  'GET /api/imports/{id}': route({
    id: 'readImport',
    summary: 'Get the progress of an import, and what became of each entry, 100 lines at a time.',
    who: token('import'),
    query: LinesQuery,
    gives: { 200: Report },
    problems: [404],
    handle: async ({ request, context, caller, query }) =>
      required(await readImport(database(), caller.id, importId(request, context), query)),
  }),

  'POST /api/imports/{id}/entries': route({
    id: 'importEntries',
    summary:
      'Send the next part of an import. If it belongs somewhere else, the answer is 409 with where the import is.',
    who: token('import', 'note'),
    at: importId,
    readsBody: { schema: ImportPart },
    reads: ({ request, at: id }) =>
      readWithSession(request, (userId) => readImport(database(), userId, id, { count: 1 })),
    gives: { 200: One.extend({ lines: z.array(ImportLine) }) },
    problems: [404, 409, 429],
    async handle({ request, context, caller, at: id, read, now }) {
      const bytes = await readJsonBytes(request, limits.import.characters * 6 + limits.import.copyBytes);
      const allowed = requireImportAllowed('importParts', caller, now);
      // A part that is not valid is refused as such, whatever the rate limit says.
      allowed.catch(() => undefined);
      const open = (await read(caller.id))?.import;
      const taken = await importSentPart(database(), caller, id, bytes, { open, now, allowed });
      if (!taken.ok && taken.reason === 'missing') throw missingImport();
      if (!taken.ok) {
        const { at, state } = taken.import;
        const where =
          { running: `Continue with entry ${at + 1}.`, done: 'It has finished.' }[String(state)] ??
          'It has been undone.';
        throw new HttpError(409, 'Conflict', `This part doesn’t begin where the import is. ${where}`, {
          members: { current: taken.import },
        });
      }
      await Promise.all([
        afterImport({ revision: taken.revision, merged: mergedIn(taken.lines) }, context),
        afterAnswer(context, () => countPart(caller, taken, now)),
      ]);
      return { import: taken.import, lines: taken.lines };
    },
  }),

  'POST /api/imports/{id}/undo': route({
    id: 'undoImport',
    summary:
      'Undo the next part of an import; call again until its state is undone. Notes that it added go to the bin, and what it added to others is removed, unless it has changed since. An import made by an earlier version answers 409.',
    who: token('write'),
    rate: 'importParts',
    gives: { 200: One.extend({ left: z.array(UndoLeftover) }) },
    problems: [404, 409],
    async handle({ request, context, caller, now }) {
      const step = await undoStep(database(), caller, importId(request, context), now);
      if (!step.ok && step.reason === 'missing') throw missingImport();
      if (!step.ok) {
        const detail = 'This import was made by an earlier version of this site, so it can’t be undone.';
        throw new HttpError(409, 'Conflict', detail);
      }
      await countDeleted(caller.id, context);
      // One early build at the end is enough: until then functions answer for the notes that are gone.
      const change = step.import.state === 'undone' ? 'removes' : 'edits';
      await afterWrite(step.revision, step.changed, context, change);
      return { import: step.import, left: step.left };
    },
  }),

  'GET /api/imports/{id}/report': route({
    id: 'readImportReport',
    summary: 'Get the report of an import as a table: what became of each entry.',
    who: token('import'),
    gives: { 200: null },
    files: {
      'text/csv':
        'Place, outcome, title, address, note, merged with, kept alongside, left out and why, a line for each entry.',
    },
    problems: [404, 429],
    async handle({ request, context, caller }) {
      const id = importId(request, context);
      const found = required(await readImport(database(), caller.id, id, { count: 1 }));
      await requireRate('download', caller.id);
      return new Response(streamOf(reportCsv(database(), caller.id, id)), {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="import-${found.import.begunAt.slice(0, 10)}.csv"`,
        },
      });
    },
  }),

  'GET /api/notes/{uuid}/imported': route({
    id: 'readImported',
    summary: 'Get what was imported with your note and kept alongside it, under the file’s own names.',
    at: noteUuid,
    who: token('read'),
    gives: { 200: z.object({ imported: Imported }) },
    problems: [404, 410],
    async handle({ caller, at: uuid }) {
      const own = ownNote(await readNote(database(), uuid), caller.id);
      if (!own.ok) throw noteProblem(own);
      return { imported: (await readNotesImported(database(), [uuid])).get(uuid) ?? {} };
    },
  }),
} satisfies Routes;

/** Pages of notes that the import merged into must be made again; new notes have none yet. */
async function afterImport(
  { revision, merged }: { revision: number | null; merged: readonly string[] },
  context: CallContext,
): Promise<void> {
  await afterWrite(revision, merged, context, merged.length > 0 ? 'edits' : 'adds');
}

/** Counts a part that was written: its bytes, and its entries against the limit of a day. */
async function countPart(
  caller: User,
  { stored, entries }: { stored: number; entries: number },
  now: Date,
): Promise<void> {
  await Promise.all([countEntries(caller, entries, now), stored > 0 && addStored(caller.id, stored, now)]);
}

function required<Found>(found: Found | undefined): Found {
  if (found === undefined) throw missingImport();
  return found;
}

function missingImport(): HttpError {
  return new HttpError(404, 'Not Found', 'There’s no such import. The latest 10 reports are kept, for 30 days.');
}
