import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/domain/note.ts';
import { find } from '../../src/domain/search/find.ts';
import { searchedNote } from '../../src/domain/search/note.ts';
import { searchedNotes } from '../support/searched.ts';
import { shownNote } from '../support/written-notes.ts';
import { mean, ndcg, recall, rounded, type Figures, type Grades } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { firstQueries, generatedQueries } from './judged-queries.ts';
import { plainBm25 } from './plain-bm25.ts';

type Judged = { query: string; grades: Grades };
type Search = (query: string) => Promise<string[]>;

/** How well queries find what answers them: the search as readers have it, plain BM25, and the newest first. */
export async function measure(): Promise<Figures[]> {
  return [...(await compared('first collection', await firstSet())), ...(await compared('generated', generatedSet()))];
}

async function firstSet(): Promise<{ notes: Note[]; queries: Judged[] }> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const uuidOf = (begin: string) => {
    const note = notes.find(({ slug }) => slug.startsWith(begin));
    if (!note) throw new Error(`No note of the first collection begins with ${begin}.`);
    return note.uuid;
  };
  const queries = firstQueries.map(([query, grades]) => ({
    query,
    grades: Object.fromEntries(Object.entries(grades).map(([begin, grade]) => [uuidOf(begin), grade])),
  }));
  return { notes, queries };
}

function generatedSet(): { notes: Note[]; queries: Judged[] } {
  const generated = generatedNotes();
  const queries = generatedQueries.map(([query, fact]) => {
    const about = generated.filter((entry) => entry.about === fact).map(({ note }) => [note.uuid, 2] as const);
    const beside = generated
      .filter((entry) => entry.mentions.includes(fact))
      .map(({ note }) => [note.uuid, 1] as const);
    if (about.length === 0) throw new Error(`Nothing is generated about ${fact}.`);
    return { query, grades: Object.fromEntries([...beside, ...about]) };
  });
  return { notes: generated.map(({ note }) => note), queries };
}

async function compared(set: string, { notes, queries }: { notes: Note[]; queries: Judged[] }): Promise<Figures[]> {
  const shown = await Promise.all(notes.map((note) => shownNote(note)));
  const place = await searchedNotes();
  place.put(shown);
  place.snapshot.index();
  const index = await place.open();
  const plain = plainBm25(shown.map(searchedNote));
  const newest = notes.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ uuid }) => uuid);
  const searches: Record<string, Search> = {
    'this search': async (query) => (await find(index, query, 20)).hits.map(({ note }) => note.uuid),
    'plain BM25': async (query) => plain(query),
    'newest first': async () => newest,
  };
  const rows: Figures[] = [];
  for (const [name, search] of Object.entries(searches)) {
    const found = await Promise.all(queries.map(async ({ query, grades }) => ({ grades, ids: await search(query) })));
    rows.push({
      set: `${set}: ${notes.length} notes, ${queries.length} queries`,
      by: name,
      'nDCG@10': rounded(mean(found.map(({ ids, grades }) => ndcg(ids, grades, 10)))),
      'recall@20': rounded(mean(found.map(({ ids, grades }) => recall(ids, grades, 20)))),
    });
  }
  await place.close();
  return rows;
}
