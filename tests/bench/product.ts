import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp } from '../support/app.ts';
import { startStore } from '../support/store.ts';
import { writeCollection } from './collection.ts';
import { lighthouseScores, type Scores } from './lighthouse.ts';
import { percentile, saveNote, sessionLatencies, signUp, type Person, type Saved } from './person.ts';
import { weights, type Weight } from './weights.ts';

type Row = {
  notes: number;
  saveToReadableMs: number;
  saveToStaticMs: number;
};

/** The product as people meet it: saving, reading, the bytes of pages and what Lighthouse says of them. */
export async function benchProduct(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: Row[] = [];
  for (const notes of sizes) {
    const { row, pages } = await measured(notes, notes === sizes[0]);
    rows.push(row);
    if (json) console.log(JSON.stringify({ ...row, ...pages }));
    else if (pages) {
      console.table([{ call: 'GET /api/_auth/session at 200/s', ...pages.session }]);
      console.table(pages.bytes);
      console.log('Lighthouse, mobile:');
      console.table(pages.lighthouse);
    }
  }
  if (!json) console.table(rows);
}

type Pages = { session: { p50Ms: number; p99Ms: number }; bytes: Weight[]; lighthouse: Scores[] };

async function measured(notes: number, withPages: boolean): Promise<{ row: Row; pages: Pages | undefined }> {
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
    const dataDir = path.join(folder, 'data');
    const app = await startApp({ args: ['--empty'], env, dataDir, within: 600_000 });
    try {
      const person = await signUp(app.url);
      // The first save of a process loads the renderer.
      await saveNote(app.url, person);
      const saves: Saved[] = [];
      for (let count = 0; count < 5; count += 1) saves.push(await saveNote(app.url, person));
      const median = (figure: (saved: Saved) => number) => round(percentile(saves.map(figure), 0.5));
      return {
        row: {
          notes,
          saveToReadableMs: median(({ readableMs }) => readableMs),
          saveToStaticMs: median(({ staticMs }) => staticMs),
        },
        pages: withPages ? await pagesOf(app.url, person, saves[0]?.path ?? '/') : undefined,
      };
    } finally {
      await app.stop();
    }
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function pagesOf(url: string, person: Person, note: string): Promise<Pages> {
  // A warm-up that opens connections and compiles code.
  await sessionLatencies(url, person, 200, 2);
  const latencies = await sessionLatencies(url, person, 200, 10);
  const pages = { home: '/', list: '/note/list/1', note };
  return {
    session: { p50Ms: round(percentile(latencies, 0.5)), p99Ms: round(percentile(latencies, 0.99)) },
    bytes: await weights(url, pages),
    lighthouse: await lighthouseScores(url, pages),
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
