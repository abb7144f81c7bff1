import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { startApp } from '../support/app.ts';
import { chromiumOptions } from '../support/browser/chromium.ts';
import { startHttpServer } from '../support/servers/http-server.ts';
import { startStore } from '../support/store.ts';
import { collectionNotes, writeCollection } from './collection.ts';
import { eleventyMs, hugoMs, writeMarkdown } from './peers.ts';
import { percentile } from './person.ts';

/** The cost of a page for a first-time visitor: medians of five visits. */
type Row = { page: string; firstPaintMs: number; loadedMs: number; bytes: number; requests: number };

/** A mid-range phone on 3G: bytes a second, and milliseconds that each request waits at least. */
const network = { offline: false, latency: 300, downloadThroughput: 1.6e6 / 8, uploadThroughput: 768e3 / 8 };
const visits = 5;

/**
 * `npm run bench -- reader`: first pages on a 3G network in a real browser, bytes with headers; beside pages of the same text by
 * Hugo and Eleventy with bare templates, and by Starlight with its own, where they are installed (`STARLIGHT` names a folder that has
 * Astro and Starlight in its node_modules).
 */
export async function measureReader(notes: number): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-bench-'));
  const store = await startStore();
  const env = { UPSTASH_REDIS_REST_URL: store.url, UPSTASH_REDIS_REST_TOKEN: store.token };
  const browser = await chromium.launch(chromiumOptions());
  try {
    await writeCollection(store.redis, notes);
    const [newest] = collectionNotes(1);
    if (!newest) throw new Error('There is no note to read.');
    const app = await startApp({ args: ['--empty'], env, dataDir: path.join(folder, 'data') });
    const rows: Row[] = [];
    try {
      const note = `/note/detail/${newest.uuid}/${newest.slug}`;
      for (const [page, at] of Object.entries({ 'front page': '/', list: '/note/list/1', note }))
        rows.push(await visited(browser, page, app.url + at));
    } finally {
      await app.stop();
    }
    for (const [peer, site] of Object.entries(await peersOf(folder, notes))) {
      if (site === undefined) continue;
      const server = await serving(site);
      const own = (await readdir(path.join(site, 'note'))).find((name) => name.startsWith(newest.uuid));
      rows.push(await visited(browser, `the note by ${peer}`, `${server.url}/note/${own}/`));
      await server.stop();
    }
    return rows;
  } finally {
    await browser.close();
    await store.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folders of the sites that other generators build from the same notes; undefined if they are not installed. */
async function peersOf(folder: string, notes: number): Promise<Record<string, string | undefined>> {
  const source = path.join(folder, 'peers');
  await writeMarkdown(source, collectionNotes(notes));
  return {
    Hugo: (await hugoMs(folder, source)) === null ? undefined : path.join(folder, 'hugo/public'),
    Starlight: await starlight(path.join(folder, 'starlight'), source),
    Eleventy: (await eleventyMs(folder, source)) === null ? undefined : path.join(folder, 'eleventy-out'),
  };
}

async function starlight(folder: string, source: string): Promise<string | undefined> {
  const installed = process.env['STARLIGHT'];
  if (installed === undefined) return undefined;
  const out = path.join(folder, 'dist');
  const docs = path.join(installed, 'src/content/docs/note');
  await rm(path.join(installed, 'src'), { recursive: true, force: true });
  await mkdir(docs, { recursive: true });
  const files = {
    'astro.config.mjs': `import starlight from '@astrojs/starlight';\nexport default { outDir: ${JSON.stringify(out)}, integrations: [starlight({ title: 'Notes' })] };\n`,
    'src/content.config.ts': `import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
    'src/content/docs/index.md': '---\ntitle: Notes\n---\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(installed, name), text);
  for (const name of await readdir(path.join(source, 'note'))) {
    if (!name.endsWith('.md')) continue;
    // Its own fields are a title and an address of its own.
    const [title = ''] = /^title: .*$/m.exec(await readFile(path.join(source, 'note', name), 'utf8')) ?? [];
    const [, body = ''] = (await readFile(path.join(source, 'note', name), 'utf8')).split(/^---\n[\s\S]*?^---\n/m);
    await writeFile(path.join(docs, name), `---\n${title}\n---\n${body}`);
  }
  await promisify(execFile)(path.join(installed, 'node_modules/.bin/astro'), ['build'], { cwd: installed });
  return out;
}

const types: Record<string, string> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
};

/** Serves a folder as a CDN does: compressed with Brotli. */
function serving(folder: string) {
  const packed = promisify(brotliCompress);
  return startHttpServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes) return response.writeHead(404).end();
      const type = types[path.extname(file).slice(1)];
      const headers = { 'Content-Type': type ?? 'application/octet-stream', ...(type && { 'Content-Encoding': 'br' }) };
      return response.writeHead(200, headers).end(type ? await packed(bytes) : bytes);
    })();
  });
}

async function visited(browser: Browser, page: string, url: string): Promise<Row> {
  const seen: Omit<Row, 'page'>[] = [];
  for (let visit = 0; visit < visits; visit += 1) seen.push(await visit3G(browser, url));
  const median = (figure: (one: Omit<Row, 'page'>) => number) => Math.round(percentile(seen.map(figure), 0.5));
  return {
    page,
    firstPaintMs: median(({ firstPaintMs }) => firstPaintMs),
    loadedMs: median(({ loadedMs }) => loadedMs),
    bytes: median(({ bytes }) => bytes),
    requests: median(({ requests }) => requests),
  };
}

async function visit3G(browser: Browser, url: string): Promise<Omit<Row, 'page'>> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const tab = await context.newPage();
  const devtools = await context.newCDPSession(tab);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  let [bytes, requests] = [0, 0];
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const answer = await tab.goto(url, { waitUntil: 'networkidle' });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}.`);
  const times = await tab.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { firstPaintMs: paint?.startTime ?? Number.NaN, loadedMs: navigation?.loadEventEnd ?? Number.NaN };
  });
  await context.close();
  return { ...times, bytes, requests };
}
