import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { noteFrom } from '../../src/notes/model/note.ts';
import { createNote } from '../../src/notes/server/store/notes.ts';
import { startApp } from '../support/app.ts';
import { startStore, type TestStore } from '../support/store.ts';
import { compiling, timedBuild } from './builds.ts';
import { collectionNotes, writeCollection } from './collection.ts';
import { eleventyMs, hugoMs, writeMarkdown } from './peers.ts';
import { percentile, saveNote, signUp } from './person.ts';
import { plot } from './plot.ts';

/** The cost of publishing at one collection size. Peers are null if they are not installed, or take minutes. */
export type PublishRow = {
  notes: number;
  /** Compiling the templates, which each version of the code is in need of once: the median of up to three. */
  compileMs: number;
  /** A build from nothing, with templates that are compiled: like the peers' builds, the median of up to three. */
  coldMs: number;
  /** From the response of a write to the first request that gets the new file. */
  publishMs: number;
  /** The peak memory of the build of one changed note. */
  peakMb: number | null;
  /** Commands that the store executed, and KB that it sent, for the build of one changed note. */
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
    const source = path.join(folder, 'peers');
    await writeMarkdown(source, collectionNotes(notes));
    const takes: Takes = { compileMs: [], coldMs: [], hugoMs: [], eleventyMs: [] };
    const placeOf = (take: number) => path.join(folder, `take-${take}`);
    const buildIn = (place: string, out = 'out') => ({
      ...env,
      CACHE_DIR: `${place}/cache`,
      OUT_DIR: `${place}/${out}`,
    });
    for (let take = 1; take <= takesOf(notes); take += 1) {
      takes.compileMs.push(await compiling(`${placeOf(take)}/cache`));
      takes.coldMs.push((await timedBuild(buildIn(placeOf(take)))).ms);
      takes.hugoMs.push(await hugoMs(placeOf(take), source));
      takes.eleventyMs.push(await eleventyMs(placeOf(take), source));
    }

    const place = placeOf(1);
    await writeOneMore(store);
    const before = await traffic(store);
    const delta = await timedBuild({ ...buildIn(place, 'next'), BASE_RECORD: `${place}/out.json` });
    const after = await traffic(store);
    return {
      notes,
      compileMs: median(takes.compileMs) ?? NaN,
      coldMs: median(takes.coldMs) ?? NaN,
      publishMs: Math.round(await publishing(env, place)),
      peakMb: delta.peakMb,
      redisCommands: after.commands - before.commands,
      redisKb: Math.round((after.bytes - before.bytes) / 1024),
      hugoMs: median(takes.hugoMs),
      eleventyMs: median(takes.eleventyMs),
    };
  } finally {
    await store.stop();
  }
}

type Takes = Record<'compileMs' | 'coldMs' | 'hugoMs' | 'eleventyMs', (number | null)[]>;

/** Whole builds are made three times in turn, so that what else a machine does is in each of them; large ones take minutes. */
const takesOf = (notes: number) => (notes > 10_000 ? 1 : 3);

/** In whole milliseconds; null if one of the runs is. */
function median(takes: readonly (number | null)[]): number | null {
  const times = takes.flatMap((ms) => ms ?? []);
  return times.length < takes.length ? null : Math.round(percentile(times, 0.5));
}

/** The median of publishing five times on the running product, after a warm-up. */
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
