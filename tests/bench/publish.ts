import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noteFrom } from '../../src/domain/note-changes.ts';
import { createNote } from '../../src/server/store/notes.ts';
import { startApp } from '../support/app.ts';
import { startStore, type TestStore } from '../support/store.ts';
import { timedBuild } from './builds.ts';
import { collectionNotes, writeCollection } from './collection.ts';
import { eleventyMs, hugoMs, writeMarkdown } from './peers.ts';
import { percentile, saveNote, signUp } from './person.ts';
import { plot } from './plot.ts';

/** What publishing costs at one size of the collection. Peers are null where they are not installed, or take minutes. */
export type PublishRow = {
  notes: number;
  /** A build from nothing, compiling the templates included. */
  coldMs: number;
  /** From a write's answer to the first request that is served the new file. */
  publishMs: number;
  /** The most memory of the build of one changed note. */
  peakMb: number | null;
  /** Commands that the store ran, and KB that it sent, for the build of one changed note. */
  redisCommands: number;
  redisKb: number;
  hugoMs: number | null;
  eleventyMs: number | null;
};

/** `npm run bench -- publish`: publishing at each size, beside other generators' whole builds of the same notes. */
export async function benchPublishing(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const rows: PublishRow[] = [];
  // What one size leaves behind stays until all are measured: a file system without a journal does not take places of
  // files again that were removed minutes ago, and looks for others at each file that is made.
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  try {
    for (const notes of sizes) {
      console.error(`${notes} notes …`);
      const row = await measured(notes, path.join(folder, String(notes)));
      rows.push(row);
      if (json) console.log(JSON.stringify(row));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (json) return;
  console.table(rows);
  const [small, large] = [rows[0], rows.at(-1)];
  if (small && large && small !== large) {
    const ratio = (figure: (row: PublishRow) => number | null) =>
      ((figure(large) ?? NaN) / (figure(small) ?? NaN)).toFixed(2);
    console.log(
      `${large.notes} notes against ${small.notes}: ${ratio((row) => row.publishMs)} × in time, ${ratio((row) => row.peakMb)} × in memory`,
    );
  }
  await writeFile(path.resolve(import.meta.dirname, '../../docs/publishing.svg'), plot(rows));
}

/** `folder`: where everything of this size is put. */
async function measured(notes: number, folder: string): Promise<PublishRow> {
  const store = await startStore();
  const env = {
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the measurement alone',
  };
  try {
    await writeCollection(store.redis, notes);
    const dataDir = path.join(folder, 'data');
    const build = { ...env, CACHE_DIR: path.join(dataDir, 'cache') };
    const outDir = path.join(folder, 'out');
    const cold = await timedBuild({ ...build, OUT_DIR: outDir });
    await writeOneMore(store);
    const before = await traffic(store);
    const delta = await timedBuild({ ...build, OUT_DIR: path.join(folder, 'next'), BASE_RECORD: `${outDir}.json` });
    const after = await traffic(store);

    const publishMs = await publishing(env, dataDir);
    const source = path.join(folder, 'peers');
    await writeMarkdown(source, collectionNotes(notes));
    return {
      notes,
      coldMs: Math.round(cold.ms),
      publishMs: Math.round(publishMs),
      peakMb: delta.peakMb,
      redisCommands: after.commands - before.commands,
      redisKb: Math.round((after.bytes - before.bytes) / 1024),
      hugoMs: await hugoMs(folder, source),
      eleventyMs: await eleventyMs(folder, source),
    };
  } finally {
    await store.stop();
  }
}

/** The median of five publishings of the running product, after one that warms it up. */
async function publishing(env: Record<string, string>, dataDir: string): Promise<number> {
  const app = await startApp({ args: ['--empty'], env, dataDir, within: 1_800_000 });
  try {
    const person = await signUp(app.url);
    await saveNote(app.url, person);
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) times.push((await saveNote(app.url, person)).publishMs);
    return percentile(times, 0.5);
  } finally {
    await app.stop();
  }
}

async function writeOneMore({ redis }: TestStore): Promise<void> {
  const draft = { title: 'One more', body: 'Text.', tags: ['reading'], visibility: 'public' as const };
  const by = { uuid: '01a00000-0000-7000-8000-000000000001', authorId: 'u_bench1', now: new Date() };
  await createNote(redis, noteFrom(draft, by));
}

async function traffic({ url, token }: TestStore): Promise<{ commands: number; bytes: number }> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(['INFO', 'stats']),
  });
  const { result } = (await answer.json()) as { result: string };
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(result)?.[1] ?? NaN);
  return { commands: figure('total_commands_processed'), bytes: figure('total_net_output_bytes') };
}
