import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { find } from '../../src/search/model/find.ts';
import { searchedNote } from '../../src/search/model/note.ts';
import { searchableSnapshot } from '../support/builds/searched.ts';
import { renderedNote } from '../support/written-notes.ts';
import { searchByEncoder, searchByMeaning } from './by-meaning.ts';
import { mean, ndcg, recall, rounded, type Figures, type Grades } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { heldOutFirst, heldOutGenerated } from './held-out-queries.ts';
import { firstQueries, generatedQueries } from './judged-queries.ts';
import { howToInstall } from './local-encoder.ts';
import { plainBm25 } from './plain-bm25.ts';

type Judged = { query: string; grades: Grades };
type Search = (query: string) => Promise<string[]>;

/**
 * How well queries find what answers them: the search as readers have it, with what a model finds near in meaning where
 * AI_EMBEDDING_MODEL names one, plain BM25, and the newest first. Figures on
 * queries that constants were chosen by, and on those held out, stand apart.
 */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const generated = generatedNotes();
  return [
    ...(await compared('first collection', notes, {
      tuned: judgedFirst(notes, firstQueries),
      'held out': judgedFirst(notes, heldOutFirst),
    })),
    ...(await compared(
      'generated',
      generated.map(({ note }) => note),
      { tuned: judgedGenerated(generated, generatedQueries), 'held out': judgedGenerated(generated, heldOutGenerated) },
    )),
  ];
}

function judgedFirst(notes: readonly Note[], queries: typeof firstQueries): Judged[] {
  const uuidOf = (begin: string) => {
    const note = notes.find(({ slug }) => slug.startsWith(begin));
    if (!note) throw new Error(`No note of the first collection begins with ${begin}.`);
    return note.uuid;
  };
  return queries.map(([query, grades]) => ({
    query,
    grades: Object.fromEntries(Object.entries(grades).map(([begin, grade]) => [uuidOf(begin), grade])),
  }));
}

function judgedGenerated(generated: ReturnType<typeof generatedNotes>, queries: typeof generatedQueries): Judged[] {
  return queries.map(([query, fact]) => {
    const about = generated.filter((entry) => entry.about === fact).map(({ note }) => [note.uuid, 2] as const);
    const beside = generated
      .filter((entry) => entry.mentions.includes(fact))
      .map(({ note }) => [note.uuid, 1] as const);
    if (about.length === 0) throw new Error(`Nothing is generated about ${fact}.`);
    return { query, grades: Object.fromEntries([...beside, ...about]) };
  });
}

async function compared(set: string, notes: Note[], sets: Record<string, Judged[]>): Promise<Figures[]> {
  const shown = await Promise.all(notes.map((note) => renderedNote(note)));
  const place = await searchableSnapshot();
  place.put(shown);
  place.snapshot.index();
  const index = await place.open();
  const plain = plainBm25(shown.map(searchedNote));
  const newest = notes.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ uuid }) => uuid);
  const searches: Record<string, Search | undefined> = {
    'this search': async (query) => (await find(index, query, 20)).hits.map(({ note }) => note.uuid),
    'with meaning': await searchByMeaning(index, notes),
    'with an encoder': await searchByEncoder(index, notes),
    'plain BM25': async (query) => plain(query),
    'newest first': async () => newest,
  };
  const rows: Figures[] = [];
  for (const [kind, queries] of Object.entries(sets)) {
    for (const [name, search] of Object.entries(searches)) {
      const about = { set: `${set}: ${notes.length} notes`, queries: `${queries.length} ${kind}`, by: name };
      if (!search) {
        rows.push({
          ...about,
          'nDCG@10': name === 'with an encoder' ? howToInstall : 'not measured: no embedding model',
        });
        continue;
      }
      const found = await Promise.all(queries.map(async ({ query, grades }) => ({ grades, ids: await search(query) })));
      rows.push({
        ...about,
        'nDCG@10': rounded(mean(found.map(({ ids, grades }) => ndcg(ids, grades, 10)))),
        'recall@20': rounded(mean(found.map(({ ids, grades }) => recall(ids, grades, 20)))),
      });
    }
  }
  await place.close();
  return rows;
}
