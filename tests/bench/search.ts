import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Note } from '../../src/notes/model/note.ts';
import type { SearchIndex } from '../../src/search/model/index.ts';
import type { find, openPublished } from '../../src/search/browser/search-index.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { startHttpServer } from '../support/servers/http-server.ts';
import { nextRevision } from '../support/samples.ts';
import { searchableSnapshot } from '../support/builds/searched.ts';
import { batchesOf, seededRandom, nthWord } from '../support/seeded.ts';
import { renderedNote, zipfNotes } from '../support/written-notes.ts';
import { passagesFor } from '../../src/assistant/server/ask.ts';
import { maxSourceNotes, contentWords } from '../../src/assistant/server/sources.ts';
import { find as findNotes } from '../../src/search/model/find.ts';
import { percentile } from './person.ts';

type Engine = { find: typeof find; openPublished: typeof openPublished };

type SearchRow = {
  notes: number;
  /** Building the index from scratch, and after one note changed. */
  indexMs: number;
  updateMs: number;
  /** Files and KB of the index, and those rewritten for one changed note. */
  files: number;
  indexKb: number;
  updateFiles: number;
  updateKb: number;
  /** KB on the wire that the first letters bring: the engine, what opens the index, words and notes. */
  firstKb: number;
  /** A query in Chromium, files from this machine included. */
  p50Ms: number;
  p99Ms: number;
  /** The time to answer a question, without the search for its notes. */
  answerP50Ms: number;
  answerP99Ms: number;
};

/** `npm run bench -- search`: the search index at each size, and queries in a real browser. */
export async function benchSearch(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: SearchRow[] = [];
  for (const notes of sizes) {
    console.error(`${notes} notes …`);
    const row = await measured(notes);
    rows.push(row);
    if (json) console.log(JSON.stringify(row));
  }
  if (!json) console.table(rows);
}

async function measured(count: number): Promise<SearchRow> {
  const place = await searchableSnapshot();
  for (const notes of batchesOf(zipfNotes(count), 500)) {
    place.put(await Promise.all(notes.map((note) => renderedNote(note))));
  }
  const indexMs = timed(() => place.snapshot.index());
  const files = await place.files();
  const [first] = zipfNotes(1);
  if (!first) throw new Error('Nothing was written.');
  place.follow();
  place.put([await renderedNote(nextRevision(first, { body: `${first.body} ${nthWord(999)} anew.` }))]);
  const updateMs = timed(() => place.snapshot.index());
  const stale = place.snapshot.stale().filter((name) => name.startsWith('/search/'));
  const after = await place.files();
  const kb = (names: Iterable<string>) =>
    Math.round([...names].reduce((sum, name) => sum + (after.get(name)?.length ?? 0), 0) / 1024);
  const browser = await inBrowser(after);
  const answers = await answerTimes(await place.open(), count);
  await place.close();
  return {
    notes: count,
    indexMs: Math.round(indexMs),
    updateMs: Math.round(updateMs),
    files: files.size,
    indexKb: kb(after.keys()),
    updateFiles: stale.length,
    updateKb: kb(stale),
    ...browser,
    answerP50Ms: Math.round(percentile(answers, 0.5)),
    answerP99Ms: Math.round(percentile(answers, 0.99)),
  };
}

/** Questions of three words, asked of the notes that the search finds for them. */
async function answerTimes(index: SearchIndex, count: number): Promise<number[]> {
  const random = seededRandom(4);
  const word = () => nthWord(Math.floor(Math.exp(random() * Math.log(5_000))));
  const asked = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const question = `Why did the ${word()} ${word()} a ${word()}?`;
      const { hits } = await findNotes(index, `${contentWords(question).join(' ')} `, maxSourceNotes);
      return { question, uuids: hits.map(({ note }) => note.uuid) };
    }),
  );
  const wanted = new Set(asked.flatMap(({ uuids }) => uuids));
  const notes = new Map<string, Note>();
  for (const note of zipfNotes(count)) if (wanted.has(note.uuid)) notes.set(note.uuid, note);
  return asked.map(({ question, uuids }) =>
    timed(() =>
      passagesFor(
        question,
        uuids.flatMap((uuid) => notes.get(uuid) ?? []),
      ),
    ),
  );
}

/** 200 queries of one to three words in a page of Chromium, each typed for the first time. */
async function inBrowser(files: Map<string, Uint8Array>): Promise<Pick<SearchRow, 'firstKb' | 'p50Ms' | 'p99Ms'>> {
  const entry = path.resolve(import.meta.dirname, '../../src/search/browser/search-index.ts');
  const bundled = await build({ entryPoints: [entry], bundle: true, format: 'esm', minify: true, write: false });
  const script = bundled.outputFiles[0]?.text ?? '';
  let sent = 0;
  const server = await startHttpServer((request, response) => {
    const scripted = request.url === '/engine.js' ? Buffer.from(script) : files.get(request.url ?? '');
    const page = request.url === '/' ? Buffer.from('<!doctype html><title>Bench</title>') : undefined;
    const body = scripted ?? page;
    const packed = body && !request.url?.endsWith('.bin') ? gzipSync(body) : body;
    sent += packed?.length ?? 0;
    const type = page ? 'text/html' : request.url === '/engine.js' ? 'text/javascript' : 'application/octet-stream';
    const encoding = packed === body ? {} : { 'Content-Encoding': 'gzip' };
    response.writeHead(body ? 200 : 404, { 'Content-Type': type, ...encoding }).end(packed);
  });
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    sent = 0;
    const search = (queries: string[]) =>
      page.evaluate(async (asked) => {
        const address = '/engine.js';
        const engine = (await import(address)) as Engine;
        const home = globalThis as { opened?: ReturnType<typeof engine.openPublished> };
        const index = await (home.opened ??= engine.openPublished());
        const times: number[] = [];
        for (const query of asked) {
          const began = performance.now();
          await engine.find(index, query, 10);
          times.push(performance.now() - began);
        }
        return times;
      }, queries);
    await search([nthWord(40).slice(0, 3)]);
    const firstKb = Math.round(sent / 1024);
    const random = seededRandom(3);
    const word = () => nthWord(Math.floor(Math.exp(random() * Math.log(20_000))));
    const queries = Array.from({ length: 200 }, (_, index) => Array.from({ length: 1 + (index % 3) }, word).join(' '));
    const times = await search(queries);
    return { firstKb, p50Ms: Math.round(percentile(times, 0.5)), p99Ms: Math.round(percentile(times, 0.99)) };
  } finally {
    await browser.close();
    await server.stop();
  }
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
