import path from 'node:path';
import MiniSearch from 'minisearch';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { hostOf } from '../../src/platform/model/url.ts';
import type { OwnDocument } from '../../src/search/model/own/documents.ts';
import { openOwnIndex } from '../../src/search/model/own/own-index.ts';
import { hitsOf } from '../../src/search/model/own/search.ts';
import { memoryFiles } from '../support/search/memory-files.ts';
import { mean, rounded, type Figures } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { commented, highlighted, libraryQueries } from './library-queries.ts';

/**
 * How often the first, and one of the first three, is what a person meant who looks for something of their own: notes they
 * wrote, and pages they kept, highlighted and spoke about, among many others; beside MiniSearch with the options that its
 * documentation recommends.
 */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const documents = [
    ...notes.map((note, at) => keptAs(note, at % 3 === 0 && note.url === null)),
    ...generatedNotes().map(({ note }) => keptAs(note, false)),
  ];
  const idOf = (begin: string) => {
    const note = notes.find(({ slug }) => slug.startsWith(begin));
    if (!note) throw new Error(`No note of the first collection begins with ${begin}.`);
    return note.uuid;
  };
  const searches = { 'this search': await ownSearch(documents), MiniSearch: miniSearch(documents) };
  const asked = Object.entries(libraryQueries).flatMap(([kind, queries]) =>
    queries.map(([query, wanted], at) => ({ kind, query, wanted: idOf(wanted), heldOut: at % 2 === 1 })),
  );
  const sets = {
    ...Object.fromEntries(Object.keys(libraryQueries).map((kind) => [kind, asked.filter((one) => one.kind === kind)])),
    'all, tuned half': asked.filter(({ heldOut }) => !heldOut),
    'all, held-out half': asked.filter(({ heldOut }) => heldOut),
  };
  const rows: Figures[] = [];
  for (const [set, queries] of Object.entries(sets)) {
    for (const [by, search] of Object.entries(searches)) {
      const places = await Promise.all(queries.map(async ({ query, wanted }) => (await search(query)).indexOf(wanted)));
      const among = (first: number) => rounded(mean(places.map((at) => (at >= 0 && at < first ? 1 : 0))));
      rows.push({ set, queries: queries.length, by, first: among(1), 'first three': among(3) });
    }
  }
  return rows;
}

/** A note as its author has it, or as somebody keeps the page that it is: then they wrote nothing, and have its text as a copy. */
function keptAs({ uuid, title, tags, url, body, slug }: Note, isOwn: boolean): OwnDocument {
  const of = <T>(all: Record<string, T>) => Object.entries(all).find(([begin]) => slug.startsWith(begin))?.[1];
  return {
    ...{ id: uuid, title, tags, site: url === null ? '' : hostOf(url), author: '' },
    ...(isOwn ? { text: body, copy: '' } : { text: '', copy: body }),
    highlights: of(highlighted)?.join('\n') ?? '',
    comments: of(commented) ?? '',
  };
}

async function ownSearch(documents: OwnDocument[]) {
  const index = openOwnIndex(memoryFiles());
  await index.update(documents, [], 1);
  return async (query: string) => hitsOf(await index.search(query)).map(({ id }) => id);
}

function miniSearch(documents: OwnDocument[]) {
  const fields = ['title', 'tags', 'site', 'author', 'text', 'copy', 'highlights', 'comments'];
  const index = new MiniSearch<OwnDocument>({ fields });
  index.addAll(documents);
  return async (query: string) =>
    index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 2 } }).map(({ id }) => String(id));
}
