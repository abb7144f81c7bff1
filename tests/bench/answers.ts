import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRedis } from '../../netlify/local/redis/redis.ts';
import { latencies, openLoop } from '../proof/load/requests.ts';
import { freePort, startApp } from '../support/app.ts';
import { paths } from '../../src/platform/model/paths.ts';
import { percentile, signUp, thousandWords, type Person } from './person.ts';

const ofBrowsers = { 'Accept-Encoding': 'gzip, deflate, br, zstd', 'Sec-Fetch-Site': 'same-origin' };
const perSecond = 200;
const seconds = 10;
const rounds = 5;

type Figures = { p50: number; p99: number };
type Asked = Record<string, { url: string; path: string; cookie?: string; headers?: Record<string, string> }>;
type Row = Figures & { answer: string; p99OfBare: number; least: number; most: number };

/**
 * `npm run bench -- answers`: what is asked of the server on most pages, 200 times a second, compressed as browsers ask, each sent at
 * its time whether or not earlier ones were answered, with the client on the same cores; beside Hono with one GET to the same Redis. They
 * take turns, so that what else the machine does is in all of them, and the median of each one's rounds counts.
 */
export async function measureAnswers(notes: number): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  const redis = await startRedis({ dir: path.join(folder, 'redis'), port: await freePort() });
  const bare = spawn(process.execPath, [path.resolve(import.meta.dirname, 'bare-hono.ts'), redis.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = (await once(bare.stdout, 'data')) as [Buffer];
    const app = await startApp({
      // Notes written now are not built during the measurement: functions respond for them.
      env: { REDIS_URL: redis.url, PUBLISH_EVERY: '60' },
      dataDir: path.join(folder, 'data'),
    });
    try {
      const person = await signUp(app.url);
      const file = await firstListed(app.url);
      for (let count = 0; count < notes; count += 1) await written(app.url, person, `Measured ${count}`);
      const asked: Asked = {
        'Hono and one GET': { url: `http://127.0.0.1:${Number(port)}`, path: '/' },
        'session with unread and mutes': { url: app.url, path: '/api/_auth/session', cookie: person.cookie },
        'a list of notes': { url: app.url, path: '/api/notes', cookie: person.cookie },
        'a list of notes, not compressed': { url: app.url, path: '/api/notes', cookie: person.cookie, headers: {} },
        "a note's page, a file": { url: app.url, path: file },
        "a note's page, made by its function": { url: app.url, path: await firstListed(app.url) },
      };
      return await inTurn(asked);
    } finally {
      await app.stop();
    }
  } finally {
    bare.kill();
    await redis.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function inTurn(asked: Asked): Promise<Row[]> {
  const taken: Record<string, Figures[]> = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, ...call }] of Object.entries(asked)) {
      const mixture = () => ({ kind: name, asked: { method: 'GET', headers: ofBrowsers, ...call } });
      const done = latencies(await openLoop(url, mixture, { rate: perSecond, seconds, seed: round }));
      if (round > 0 && done.errors > 0) throw new Error(`${done.errors} of ${done.requests} calls failed: ${name}`);
      // The first round opens connections and compiles code, and some calls are told to retry.
      if (round > 0) (taken[name] ??= []).push(done);
    }
  }
  const [bare = []] = Object.values(taken);
  return Object.entries(taken).map(([answer, figures]) => {
    const median = (some: readonly number[]) => round2(percentile(some, 0.5));
    const ratios = figures.map(({ p99 }, at) => p99 / (bare[at]?.p99 ?? Number.NaN));
    return {
      answer,
      p50: median(figures.map(({ p50 }) => p50)),
      p99: median(figures.map(({ p99 }) => p99)),
      p99OfBare: median(ratios),
      least: round2(Math.min(...ratios)),
      most: round2(Math.max(...ratios)),
    };
  });
}

/** The path of the newest note. */
async function firstListed(url: string): Promise<string> {
  const { notes } = (await (await fetch(`${url}/api/notes`)).json()) as { notes: Parameters<typeof paths.note>[0][] };
  const [note] = notes;
  if (!note) throw new Error('There is no note.');
  return paths.note(note);
}

async function written(url: string, { headers }: Person, title: string): Promise<void> {
  const note = { title, body: thousandWords(), visibility: 'public' };
  const saved = await fetch(`${url}/api/notes`, { method: 'POST', headers, body: JSON.stringify(note) });
  if (saved.status !== 201) throw new Error(`Saving answered ${saved.status}: ${await saved.text()}`);
}

const round2 = (figure: number) => Math.round(figure * 100) / 100;
