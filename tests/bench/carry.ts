import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { exportFormats, type ExportFormat } from '../../src/transfer/model/export-formats.ts';
import type { User } from '../../src/people/model/user.ts';
import { exportStream } from '../../src/transfer/server/export/export.ts';
import { importFile } from '../../src/transfer/server/import/import-file.ts';
import { createUser } from '../../src/people/server/store/users.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';
import { routeInProcess } from '../../src/platform/server/store/transport.ts';
import { startStore } from '../support/store.ts';

type Row = { what: string; seconds: number; MB: number; peakMemoryMB: number; beforeMB: number; othersWaitMs: number };

/** `npm run bench -- carry`: bringing so many bookmarks in, and taking the most of them along in every format. */
export async function benchTransfer(sizes: number[], { json }: { json: boolean }): Promise<void> {
  const store = await startStore();
  // As in a local installation.
  routeInProcess(store.gateway.url, store.gateway.front);
  Object.assign(process.env, {
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the bench, long enough for all',
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-carry-'));
  try {
    const rows: Row[] = [];
    let latest: User | undefined;
    for (const size of sizes) {
      latest = await aPerson(store.redis, size);
      rows.push(await importing(store.redis, latest, size, folder));
    }
    if (latest) rows.push(...(await exporting(store.redis, latest, sizes.at(-1) ?? 0)));
    if (json) for (const row of rows) console.log(JSON.stringify(row));
    else console.table(rows);
  } finally {
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function aPerson(redis: Redis, size: number): Promise<User> {
  const createdAt = new Date('2024-01-01').toISOString();
  const user = { id: `u_bench_${size}_notes`, handle: `carries_${size}`, name: 'Someone', bio: '', createdAt };
  await createUser(redis, user, null);
  return user;
}

async function importing(redis: Redis, user: User, size: number, folder: string): Promise<Row> {
  const file = path.join(folder, `${size}.html`);
  await writeFile(file, bookmarks(size));
  const { size: bytes } = await stat(file);
  return measured(`import of ${size} bookmarks`, async () => {
    const source = {
      name: 'bookmarks.html',
      bytes: new Uint8Array(await readFile(file)),
      fingerprint: 'a'.repeat(64),
    };
    const taken = await importFile(redis, user, source, 'private', () => new Date());
    if (!taken.ok || taken.import.kept !== size) throw new Error(`Importing gave ${JSON.stringify(taken)}.`);
    return bytes;
  });
}

async function exporting(redis: Redis, user: User, size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of Object.keys(exportFormats) as ExportFormat[]) {
    const row = await measured(`export of ${size} notes, ${format}`, async () => {
      let bytes = 0;
      const stream = exportStream(redis, format, user, 'https://commonplace.example', new Date());
      for await (const chunk of stream) bytes += chunk.length;
      return bytes;
    });
    rows.push(row);
  }
  return rows;
}

/**
 * `work` gives how many bytes it read or wrote. Memory is that of the process: garbage that is not collected yet counts.
 * `othersWaitMs` is for how long 99 of 100 others wait at most until they have a turn in it.
 */
async function measured(what: string, work: () => Promise<number>): Promise<Row> {
  console.error(`${what} …`);
  const inMB = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const begun = performance.now();
  const bytes = await work().finally(() => clearInterval(watch));
  delay.disable();
  const othersWaitMs = Math.round(delay.percentile(99) / 1e6);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { what, seconds, MB: inMB(bytes), peakMemoryMB: inMB(peak), beforeMB: inMB(before), othersWaitMs };
}

/** Bookmarks as a browser exports them: folders of a hundred, and short descriptions. */
function bookmarks(count: number): string {
  const words = 'reading and writing in the margin of a page keeps what a hurried eye would lose'.split(' ');
  const links = Array.from({ length: count }, (_, at) => {
    const folder = at % 100 === 0 ? `${at > 0 ? '</DL><p>\n' : ''}<DT><H3>Folder ${at / 100}</H3>\n<DL><p>\n` : '';
    const says = Array.from({ length: 40 }, (_each, word) => words[(at * 7 + word * 3) % words.length]).join(' ');
    const link = `<DT><A HREF="https://site${at % 500}.example/page/${at}?a=${at}" ADD_DATE="${1_500_000_000 + at * 60}" TAGS="tag${at % 40},kept">Page ${at} of the margin</A>\n<DD>${says}\n`;
    return folder + link;
  });
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n${links.join('')}</DL><p>\n</DL><p>\n`;
}
