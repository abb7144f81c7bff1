import { collectionId, collectionProblem } from '../../library/server/collection-http.ts';
import { collectionsOf, uuidsOf } from '../../library/server/collections.ts';
import { LibraryQuery, type LibraryPage } from '../../mine/model/library.ts';
import { searchLibrary } from '../../mine/server/library.ts';
import { noteProblem, noteUuid, openNote } from '../../notes/server/note-http.ts';
import type { User } from '../../people/model/user.ts';
import { token } from '../../people/server/callers.ts';
import { limits } from '../../platform/model/limits.ts';
import { slugOf } from '../../platform/model/url.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { NewBook } from '../model/export.ts';
import { zipOf } from './export/zip.ts';

/** The notes that a smart collection finds, as many as a book may have. */
async function foundUuids(user: User, q: string): Promise<string[]> {
  const uuids: string[] = [];
  for (let cursor: string | null = '0'; cursor !== null && uuids.length < limits.export.book;) {
    const page: LibraryPage = await searchLibrary(database(), user, LibraryQuery.parse({ q, cursor, count: 200 }));
    uuids.push(...page.items.map(({ note }) => note.uuid));
    cursor = page.next;
  }
  return uuids;
}

async function bookAnswer(reader: User, uuids: string[], title: string, now: Date): Promise<Response> {
  // Its reader of HTML is not worth loading for anything else.
  const { epubFiles } = await import('./export/epub.ts');
  const siteUrl = environment().SITE_URL;
  return new Response(zipOf(epubFiles(database(), { reader, uuids, title, siteUrl, now })), {
    headers: {
      'Content-Type': 'application/epub+zip',
      'Content-Disposition': `attachment; filename="${
        slugOf(title)
          .normalize('NFKD')
          .replace(/[^a-z0-9-]/g, '') || 'notes'
      }.epub"`,
    },
  });
}

/** Books for e-readers, made of notes that one may read. */
export const bookRoutes = {
  'POST /api/books': route({
    id: 'makeBook',
    summary: 'Get an EPUB of notes you can read, for e-readers: of links, your copies of their pages.',
    who: token('export'),
    body: NewBook,
    rate: 'download',
    onlyReads: true,
    gives: { 200: null },
    files: { 'application/epub+zip': 'The book.' },
    handle: ({ caller, body: { ids, title }, now }) => bookAnswer(caller, ids, title, now),
  }),

  'GET /api/books/{uuid}': route({
    id: 'readBook',
    summary: 'Get an EPUB of one note.',
    at: noteUuid,
    who: token('export'),
    rate: 'download',
    gives: { 200: null },
    files: { 'application/epub+zip': 'The book.' },
    problems: [404, 410],
    async handle({ caller, at: uuid, now }) {
      const found = await openNote(database(), uuid, async () => caller.id);
      if (!found.ok) throw noteProblem(found);
      return bookAnswer(caller, [uuid], found.note.title, now);
    },
  }),

  'GET /api/books/collections/{id}': route({
    id: 'readCollectionAsBook',
    summary: 'Get an EPUB of one of your collections, in its order: its first 500 notes, or what a smart one finds.',
    at: collectionId,
    who: token('export'),
    rate: 'download',
    gives: { 200: null },
    files: { 'application/epub+zip': 'The book.' },
    problems: [404],
    async handle({ caller, at: id, now }) {
      const collection = (await collectionsOf(database(), caller.id)).find((one) => one.id === id);
      if (!collection) throw collectionProblem('missing');
      const { name, search } = collection;
      const uuids = search === null ? await uuidsOf(database(), id) : await foundUuids(caller, search);
      return bookAnswer(caller, uuids, name, now);
    },
  }),
} satisfies Routes;
