import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from '../support/app.ts';
import { startStore } from '../support/store.ts';
import { timedBuild } from './builds.ts';
import { writeCollection } from './collection.ts';
import { lighthouseScores, type Scores } from './lighthouse.ts';
import { percentile, saveNote, sessionLatencies, signUp, type Saved } from './person.ts';
import { weights, type Weight } from './weights.ts';

/** `npm run bench [-- --notes 30,1000] [--json]`: the figures of the README, measured on the running product. */
const { values } = parseArgs({ options: { notes: { type: 'string' }, json: { type: 'boolean', default: false } } });
const sizes = (values.notes ?? '30,1000,10000').split(',').map(Number);

type Row = {
  notes: number;
  coldMs: number;
  coldPeakMb: number | null;
  warmMs: number;
  warmPeakMb: number | null;
  saveToReadableMs: number;
  saveToStaticMs: number;
};

const rows: Row[] = [];
let session = { p50Ms: Number.NaN, p99Ms: Number.NaN };
let bytes: Weight[] = [];
let scores: Scores[] = [];
for (const notes of sizes) rows.push(await measured(notes));

const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
if (values.json) console.log(JSON.stringify({ machine, rows, session, bytes, lighthouse: scores }));
else {
  console.log(`\n${machine}`);
  console.table(rows);
  console.table([{ call: 'GET /api/_auth/session at 200/s', ...session }]);
  console.table(bytes);
  console.log('Lighthouse, mobile:');
  console.table(scores);
}

async function measured(notes: number): Promise<Row> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  const store = await startStore();
  const env = {
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the measurement alone',
  };
  console.error(`${notes} notes …`);
  try {
    await writeCollection(store.redis, notes);
    // Where the product keeps its cache, so that its own first build is a warm one.
    const dataDir = path.join(folder, 'data');
    const build = { ...env, CACHE_DIR: path.join(dataDir, 'cache/astro'), OUT_DIR: path.join(folder, 'out') };
    const cold = await timedBuild(build);
    const warm = await timedBuild(build);
    const app = await startApp({ args: ['--empty'], env, dataDir, within: 600_000 });
    try {
      const person = await signUp(app.url);
      // The first save pays for loading the renderer once in the life of a process.
      await saveNote(app.url, person);
      const saves: Saved[] = [];
      // A build of many notes takes long enough to be a figure by itself.
      const repeats = notes > 5000 ? 1 : 3;
      for (let count = 0; count < repeats; count += 1) saves.push(await saveNote(app.url, person));
      const median = (figure: (saved: Saved) => number) => round(percentile(saves.map(figure), 0.5));
      if (notes === sizes[0]) {
        // Connections are opened and code is compiled before what counts.
        await sessionLatencies(app.url, person, 200, 2);
        const latencies = await sessionLatencies(app.url, person, 200, 10);
        session = { p50Ms: round(percentile(latencies, 0.5)), p99Ms: round(percentile(latencies, 0.99)) };
        const pages = { home: '/', list: '/note/list/1', note: saves[0]?.path ?? '/' };
        bytes = await weights(app.url, pages);
        scores = await lighthouseScores(app.url, pages);
      }
      return {
        notes,
        coldMs: round(cold.ms),
        coldPeakMb: cold.peakMb,
        warmMs: round(warm.ms),
        warmPeakMb: warm.peakMb,
        saveToReadableMs: median(({ readableMs }) => readableMs),
        saveToStaticMs: median(({ staticMs }) => staticMs),
      };
    } finally {
      await app.stop();
    }
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
