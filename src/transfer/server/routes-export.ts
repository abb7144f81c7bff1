import * as z from 'zod';
import { recordCall } from '../../people/server/session.ts';
import { token } from '../../people/server/callers.ts';
import { storageOf } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { blobObjectStore } from '../../platform/server/object-store.ts';
import { startInBackground } from '../../platform/server/own-call.ts';
import { requireRate, requireDownloadLeft } from '../../platform/server/rates.ts';
import { ignoreReadOnly } from '../../platform/server/store/redis.ts';
import { exportFormats } from '../model/export-formats.ts';
import {
  chosenFormats,
  ChosenExport,
  ExportDocument,
  ExportQuery,
  ExportPlan,
  MadeExport,
  NewMadeExport,
} from '../model/export.ts';
import { bookRoutes } from './routes-books.ts';
import { chosenStream, exportName, exportStream } from './export/export.ts';
import { hasAnswerLimits, askForExport, partName } from './export/made.ts';
import { readExport } from './store/made-exports.ts';
import { scheduledRoutes } from './routes-scheduled.ts';

const formats = Object.entries(exportFormats);
/** What each media type of an export holds, by format. */
const exportedFiles = Object.fromEntries(
  formats.flatMap(([, { type }]) => {
    const descriptions = formats
      .filter(([, other]) => other.type === type)
      .map(([format, { says }]) => `${format}: ${says}`);
    return type === exportFormats.json.type ? [] : [[type, descriptions.join(' ')]];
  }),
);

/** How many stored bytes fit into one answer. The file is several times that if copies of pages are unpacked. */
const sentAtOnce = 2 * 2 ** 20;
/** How people export what they have here, at once or on a schedule. */
export const exportRoutes = {
  'GET /api/export': route({
    id: 'exportAll',
    summary: 'Export everything you have, as JSON or in another `format`. Your settings say what each includes.',
    who: token('export'),
    query: ExportQuery,
    rate: 'download',
    gives: { 200: ExportDocument },
    files: exportedFiles,
    problems: [409],
    async handle({ request, caller, query: { format }, now }) {
      if (hasAnswerLimits() && (await storageOf(caller.id, now)).used > sentAtOnce) {
        const how = 'POST /api/exports has it made, and says where its parts are.';
        throw new HttpError(409, 'Conflict', `Your file may be larger than one answer can be here: ${how}`);
      }
      // People get what is theirs even if no entry of it can be written.
      await ignoreReadOnly(recordCall(request, caller.id, 'exported', now, format));
      const file = exportStream(database(), format, caller, environment().SITE_URL, now);
      return fileAnswer(file, exportFormats[format].type, exportName(format, caller, now));
    },
  }),

  'POST /api/export': route({
    id: 'exportChosen',
    summary: 'Export some of your notes, as Markdown, JSON or bookmarks, with their copies and highlights.',
    who: token('export'),
    body: ChosenExport,
    rate: 'download',
    onlyReads: true,
    gives: { 200: null },
    files: Object.fromEntries(chosenFormats.map((format) => [exportFormats[format].type, exportFormats[format].says])),
    handle: ({ caller, body, now }) =>
      fileAnswer(
        chosenStream(database(), body, caller, environment().SITE_URL),
        exportFormats[body.format].type,
        exportName(body.format, caller, now),
      ),
  }),

  ...bookRoutes,

  'POST /api/exports': route({
    id: 'askForExport',
    summary:
      'Get where to download an export: at an address (`href`), or, if the site limits the size of answers, once it has been made in the background (202).',
    who: token('export'),
    body: NewMadeExport,
    maxBytes: 1024,
    gives: { 200: ExportPlan, 202: ExportPlan },
    problems: [409, 429],
    async handle({ request, context, caller, body: { format }, now }) {
      if (!hasAnswerLimits()) {
        await requireDownloadLeft(caller.id);
        return reply(200, { href: `/api/export?format=${format}` });
      }
      await requireRate('download', caller.id);
      const { userId: _, ...made } = await askForExport(database(), caller, format, now);
      if (made.format !== format) {
        const detail = `Your export as ${exportFormats[made.format].label} is still being made. When you have it, ask for this one.`;
        throw new HttpError(409, 'Conflict', detail);
      }
      await recordCall(request, caller.id, 'exported', now, format);
      // If this call gets lost, the request waits until somebody makes the file.
      await afterAnswer(context, () => startInBackground('export-make', now));
      return reply(202, { made });
    },
  }),

  'GET /api/exports/{id}': route({
    id: 'readMadeExport',
    summary: 'Get the progress of an export made in the background.',
    who: token('export'),
    gives: { 200: z.object({ made: MadeExport }) },
    problems: [404],
    async handle({ caller, at }) {
      const found = await readExport(database(), at['id'] ?? '');
      if (found?.userId !== caller.id) throw missingExport();
      const { userId: _, ...made } = found;
      return { made };
    },
  }),

  'GET /api/exports/{id}/parts/{part}': route({
    id: 'readExportPart',
    summary: 'Download a part of it, numbered from 1. All parts, one after the other, make up the file.',
    who: token('export'),
    gives: { 200: null },
    problems: [404],
    async handle({ caller, at }) {
      const made = await readExport(database(), at['id'] ?? '');
      const part = Number(at['part']);
      if (made?.userId !== caller.id || !Number.isInteger(part) || part < 1 || part > made.parts) throw missingExport();
      const bytes = await blobObjectStore('exports').get(partName(made.id, part));
      if (!bytes) throw missingExport();
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: { 'Content-Type': 'application/octet-stream' },
      });
    },
  }),

  ...scheduledRoutes,
} satisfies Routes;

function fileAnswer(file: ReadableStream<Uint8Array>, type: string, name: string): Response {
  return new Response(file, {
    headers: {
      'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });
}

/** There is no such file or part, it is somebody else's, or it is more than a day old. */
function missingExport(): HttpError {
  return new HttpError(404, 'Not Found', 'There’s no such file. Files are kept for a day: ask for it again.');
}
