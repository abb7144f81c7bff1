import { z } from 'zod';
import { Import, ImportLine, ImportPart, ImportVisibility, LinesQuery, NewImport } from '../domain/import.ts';
import { Note } from '../domain/note.ts';
import { ExportQuery } from '../domain/export.ts';
import type { Operation } from './api-operation.ts';

const badBody = [400, 413, 415, 429];
const Report = z.object({ import: Import, lines: z.array(ImportLine), total: z.int() });

/** The calls by which people bring what they saved elsewhere, and take along what they have here. */
export const carrying: Operation[] = [
  {
    method: 'post',
    path: '/api/import',
    id: 'importFile',
    summary:
      'Bring a file of another program, up to 4.5 MB; the page takes larger ones. The same file twice adds nothing.',
    signedIn: true,
    body: z.object({ file: z.file(), visibility: ImportVisibility.default('private') }),
    bodyType: 'multipart/form-data',
    answers: { 200: Report },
    problems: badBody,
  },
  {
    method: 'get',
    path: '/api/export',
    id: 'exportAll',
    summary:
      'All that you have: our JSON, or as files a Markdown zip, bookmarks (HTML) or a static site (zip); the copies of pages that you saved (zip of HTML); and your highlights, as Markdown or as a table (CSV).',
    signedIn: true,
    query: ExportQuery,
    answers: { 200: z.looseObject({ notes: z.array(Note.partial()) }) },
    problems: [400, 429],
  },
  {
    method: 'get',
    path: '/api/imports',
    id: 'listImports',
    summary: 'Your latest imports, newest first.',
    signedIn: true,
    answers: { 200: z.object({ imports: z.array(Import) }) },
  },
  {
    method: 'post',
    path: '/api/imports',
    id: 'beginImport',
    summary: 'Begin an import in parts, or go on with that of the same file (200).',
    signedIn: true,
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
    body: ImportPart,
    answers: { 200: z.object({ import: Import, lines: z.array(ImportLine) }) },
    problems: [...badBody, 404, 409],
  },
];
