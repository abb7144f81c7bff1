import { z } from 'zod';
import { Import, ImportLine, ImportPart, ImportVisibility, LeftLine, LinesQuery, NewImport } from '../model/import.ts';
import { Imported } from '../../notes/model/imported.ts';
import { exportFormats } from '../model/export-formats.ts';
import { ExportDocument, ExportQuery } from '../model/export.ts';
import { ExportPlan, MadeExport, NewMadeExport } from '../model/made-export.ts';
import { ScheduledExportAnswer, SetScheduledExport } from '../model/scheduled-export.ts';
import type { Operation } from '../../platform/server/http/api-operation.ts';

const badBody = [400, 413, 415, 429];
const Report = z.object({
  import: Import,
  lines: z.array(ImportLine),
  total: z.int(),
  left: z.array(LeftLine).optional(),
});

const formats = Object.entries(exportFormats);

/** What each media type of an export holds, by format. */
const exportedFiles = Object.fromEntries(
  formats.flatMap(([, { type }]) => {
    const said = formats.filter(([, other]) => other.type === type).map(([format, { says }]) => `${format}: ${says}`);
    return type === exportFormats.json.type ? [] : [[type, said.join(' ')]];
  }),
);

/** The calls by which people bring what they saved elsewhere, and take along what they have here. */
export const carrying: Operation[] = [
  {
    method: 'post',
    path: '/api/import',
    id: 'importFile',
    summary:
      'Bring a file of another program, up to 4.5 MB; the page takes larger ones. The same file twice adds nothing.',
    signedIn: true,
    scope: 'import',
    body: z.object({ file: z.file(), visibility: ImportVisibility.default('private') }),
    bodyType: 'multipart/form-data',
    answers: { 200: Report },
    problems: badBody,
  },
  {
    method: 'get',
    path: '/api/export',
    id: 'exportAll',
    summary: 'All that you have, as JSON or, by format, as other files; what each holds stands on your page.',
    signedIn: true,
    scope: 'export',
    query: ExportQuery,
    answers: { 200: ExportDocument },
    files: exportedFiles,
    problems: [400, 409, 429],
  },
  {
    method: 'post',
    path: '/api/exports',
    id: 'askForExport',
    summary:
      'Where a whole file is had: at an address (href), or, where answers are limited in size, made in the background (202).',
    signedIn: true,
    scope: 'export',
    body: NewMadeExport,
    answers: { 200: ExportPlan, 202: ExportPlan },
    problems: badBody,
  },
  {
    method: 'get',
    path: '/api/exports/{id}',
    id: 'readMadeExport',
    summary: 'How far a file is that is made in the background.',
    signedIn: true,
    scope: 'export',
    answers: { 200: z.object({ made: MadeExport }) },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/exports/{id}/parts/{part}',
    id: 'readExportPart',
    summary: 'A part of it, numbered from 1. All of them, one after the other, are the file.',
    signedIn: true,
    scope: 'export',
    answers: { 200: null },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/account/export',
    id: 'readScheduledExport',
    summary: 'Where your Markdown is brought by schedule, and how that went; null where it is not.',
    signedIn: true,
    answers: { 200: ScheduledExportAnswer },
  },
  {
    method: 'put',
    path: '/api/account/export',
    id: 'scheduleExport',
    summary:
      'Have your Markdown brought to a WebDAV folder or a Git repository of yours by schedule, beginning now. Without a password the one from before counts.',
    signedIn: true,
    body: SetScheduledExport,
    answers: { 200: ScheduledExportAnswer },
    problems: [...badBody],
  },
  {
    method: 'post',
    path: '/api/account/export',
    id: 'exportNow',
    summary: 'Bring there now what has changed.',
    signedIn: true,
    answers: { 202: ScheduledExportAnswer },
    problems: [404, 429],
  },
  {
    method: 'delete',
    path: '/api/account/export',
    id: 'endScheduledExport',
    summary: 'End it. What lies there stays.',
    signedIn: true,
    answers: { 204: null },
    problems: [404],
  },
  {
    method: 'get',
    path: '/api/imports',
    id: 'listImports',
    summary: 'Your latest imports, newest first.',
    signedIn: true,
    scope: 'import',
    answers: { 200: z.object({ imports: z.array(Import) }) },
  },
  {
    method: 'post',
    path: '/api/imports',
    id: 'beginImport',
    summary: 'Begin an import in parts, or go on with that of the same file (200).',
    signedIn: true,
    scope: 'import',
    body: NewImport,
    answers: { 200: z.object({ import: Import }), 201: z.object({ import: Import }) },
    problems: badBody,
  },
  {
    method: 'get',
    path: '/api/imports/{id}',
    id: 'readImport',
    summary: 'How far an import is, and what became of each entry, 100 lines at a time.',
    signedIn: true,
    scope: 'import',
    query: LinesQuery,
    answers: { 200: Report },
    problems: [400, 404],
  },
  {
    method: 'post',
    path: '/api/imports/{id}/entries',
    id: 'importEntries',
    summary: 'Bring the next part of an import, in one step; 409 with the import where it is at another place.',
    signedIn: true,
    scope: 'import',
    body: ImportPart,
    answers: { 200: z.object({ import: Import, lines: z.array(ImportLine) }) },
    problems: [...badBody, 404, 409],
  },
  {
    method: 'post',
    path: '/api/imports/{id}/undo',
    id: 'undoImport',
    summary:
      'Undo the next part of an import, until its state is undone: what it kept goes, and what it gave to other notes, unless that was changed since; 409 for one that an earlier version made.',
    signedIn: true,
    scope: 'import',
    answers: { 200: z.object({ import: Import, left: z.array(LeftLine) }) },
    problems: [404, 409, 429],
  },
  {
    method: 'get',
    path: '/api/imports/{id}/report',
    id: 'readImportReport',
    summary: 'The report of an import as a table: what became of each entry.',
    signedIn: true,
    scope: 'import',
    answers: { 200: null },
    files: {
      'text/csv': 'Place, outcome, title, address, note, merged with, set aside and why, a line for each entry.',
    },
    problems: [404, 429],
  },
  {
    method: 'get',
    path: '/api/notes/{uuid}/imported',
    id: 'readImported',
    summary: 'What came with your note when it was imported and has no place in it, by the names of the file.',
    signedIn: true,
    scope: 'read',
    answers: { 200: z.object({ imported: Imported }) },
    problems: [404, 410],
  },
];
