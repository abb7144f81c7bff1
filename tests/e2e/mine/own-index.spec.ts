import path from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { ownIndex } from '../../../src/mine/browser/own-index.ts';
import type { LibraryChanges, LibraryItem } from '../../../src/mine/model/library.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

/** An account's change log with this many words per note, and the device's index of it in separate pages. */
type Place = {
  url: string;
  write: (title: string, text?: string) => void;
  /** Delays responses, with their content at the time of the request, until they are released. */
  hold: () => { count: () => number; release: () => void };
};

const test = base.extend<{ place: Place }>({
  place: async ({ browserName: _ }, give) => {
    const folder = path.resolve(import.meta.dirname, '../../../src/mine/browser');
    const bundled = async (file: string) =>
      (await build({ entryPoints: [path.join(folder, file)], bundle: true, format: 'esm', write: false }))
        .outputFiles[0]?.text ?? '';
    const files: Record<string, [type: string, text: string]> = {
      '/': ['text/html', '<!doctype html><title>Library</title>'],
      '/own-index.js': ['text/javascript', await bundled('own-index.ts')],
      '/index-worker.ts': ['text/javascript', await bundled('index-worker.ts')],
    };
    const log: LibraryChanges['items'] = [];
    let held: (() => void)[] | undefined;
    const server = await startHttpServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const since = Number(searchParams.get('since'));
      const items = log.slice(since, since + 5);
      const upTo = since + items.length;
      const part: LibraryChanges = { items, gone: [], upTo, more: log.length > upTo, store: 'store u_ann' };
      const [type, text] = files[pathname] ?? ['application/json', JSON.stringify(part)];
      const reply = () => void response.writeHead(200, { 'Content-Type': type }).end(text);
      if (held) held.push(reply);
      else reply();
    });
    await give({
      url: server.url,
      hold() {
        const back: (() => void)[] = (held = []);
        return {
          count: () => back.length,
          release() {
            held = undefined;
            for (const reply of back) reply();
          },
        };
      },
      write: (title, text = '') =>
        void log.push({ item: itemNumbered(log.length, title), text, copy: '', highlights: [], comments: [] }),
    });
    await server.stop();
  },
});

function itemNumbered(number: number, title: string): LibraryItem {
  const at = '2026-11-01T00:00:00.000Z';
  const uuid = `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return {
    note: {
      ...{ uuid, rev: 1, kind: 'text', url: null, title, slug: 'x', tags: [], icon: null },
      ...{ visibility: 'private', createdAt: at, updatedAt: at, publishedAt: null, own: true, author: null },
    },
    ...{
      site: '',
      excerpt: '',
      minutes: 1,
      copy: null,
      reading: null,
      progress: 0,
      highlights: 0,
      comments: 0,
      collections: [],
      savedAt: at,
    },
  };
}

type Home = { index: typeof ownIndex };

async function opened(page: Page, url: string, owner: string | null = 'u_ann'): Promise<Page> {
  await page.goto(url);
  await page.evaluate(async (whose) => {
    const address = '/own-index.js';
    const home = globalThis as unknown as Home;
    home.index = ((await import(address)) as { ownIndex: typeof ownIndex }).ownIndex;
    home.index.open(whose === null ? undefined : { id: whose, handle: 'ann', name: 'Ann' });
  }, owner);
  return page;
}

const stateOf = (page: Page) => page.evaluate(() => (globalThis as unknown as Home).index.getSnapshot());
const titles = (page: Page, q: string) =>
  page.evaluate(
    async (asked) =>
      (
        await (globalThis as unknown as Home).index.search({ q: asked, reverse: false, cursor: 0, count: 50 })
      )?.page.items.map(({ note }) => note.title),
    q,
  );

test('is built in parts, answers in every tab, and includes what is written next', async ({ context, place }) => {
  for (let number = 0; number < 23; number += 1) place.write(`River ${number}`, 'The bank of the river');
  place.write('Slow boats');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 24 });
  expect(await titles(page, '"bank of the"')).toHaveLength(23);
  const ids = (q: string) =>
    page.evaluate(
      (asked) => (globalThis as unknown as Home).index.ids({ q: asked, reverse: false, cursor: 3, count: 50_000 }),
      q,
    );
  expect(new Set(await ids('river')).size).toBe(20);
  const other = await opened(await context.newPage(), place.url);
  await expect.poll(() => titles(other, 'baots')).toEqual(['Slow boats']);
  expect(await titles(page, 'slow from:@ann')).toEqual(['Slow boats']);
  place.write('Fast trains');
  await page.evaluate(() => (globalThis as unknown as Home).index.changed());
  expect(await titles(page, 'trains')).toEqual(['Fast trains']);
  await expect.poll(() => titles(other, 'trains')).toEqual(['Fast trains']);
});

test('waits for a response that contains its own last change, not for one requested before it', async ({
  page,
  place,
}) => {
  place.write('River');
  await opened(page, place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  const held = place.hold();
  const change = () => page.evaluate(() => (globalThis as unknown as Home).index.changed());
  await change();
  const early = titles(page, 'river');
  await expect.poll(held.count).toBe(1);
  place.write('River too');
  await change();
  const late = titles(page, 'river');
  held.release();
  expect(await early).toContain('River');
  expect(await late).toContain('River too');
});

test('is restored without requesting what it has', async ({ context, place }) => {
  place.write('River');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).search));
  await opened(page, place.url);
  await expect.poll(() => titles(page, 'river')).toEqual(['River']);
  // Every request was for newer changes only.
  expect(new Set(asked.filter(Boolean))).toEqual(new Set(['?since=1']));
});

test('gives the same results offline as online', async ({ context, place }) => {
  place.write('River');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  await context.route('**/api/**', (route) => route.abort());
  await opened(page, place.url);
  await expect.poll(() => titles(page, 'river')).toEqual(['River']);
});

test('answers for the last person on this device, and for nobody else, before the session is known', async ({
  context,
  place,
}) => {
  place.write('River');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).search));
  const last = (id: string) =>
    page.evaluate((known) => localStorage.setItem('commonplace:session', JSON.stringify(known)), {
      id,
      handle: 'x',
      name: '',
    });
  await last('u_bob');
  await opened(page, place.url, null);
  expect(await titles(page, 'river')).toBeUndefined();
  await last('u_ann');
  await opened(page, place.url, null);
  await expect.poll(() => titles(page, 'river')).toEqual(['River']);
  expect(asked.filter(Boolean)).toEqual([]);
  await page.evaluate(() => (globalThis as unknown as Home).index.open({ id: 'u_bob', handle: 'bob', name: '' }));
  await expect.poll(() => asked.filter(Boolean)).toEqual(['?since=0']);
});

test('says how old its data is while the server is unreachable, and stops saying so when it is reachable', async ({
  context,
  place,
}) => {
  place.write('River');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  await context.route('**/api/**', (route) => route.abort());
  await opened(page, place.url);
  await expect.poll(() => stateOf(page)).toMatchObject({ state: 'ready', asOf: expect.stringMatching(/^\d{4}-/) });
  await context.unroute('**/api/**');
  await page.evaluate(() => (globalThis as unknown as Home).index.changed());
  await titles(page, 'river');
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
});

test('is removed from open tabs too when its owner signs out', async ({ context, place }) => {
  place.write('River');
  const page = await opened(await context.newPage(), place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 1 });
  await page.evaluate(() => void indexedDB.deleteDatabase('commonplace:library'));
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ state: 'unavailable', why: expect.stringContaining('signed out') });
  expect(await titles(page, 'river')).toBeUndefined();
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

test('says that there is no room, does not retry for a day, and is built once there is room', async ({
  context,
  place,
}) => {
  for (let number = 0; number < 20; number += 1) {
    place.write(`River ${number}`, Array.from({ length: 3000 }, (_, at) => `${number}w${at}`).join(' '));
  }
  const page = await context.newPage();
  await page.goto(place.url);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: place.url, quotaSize: 300_000 });
  await opened(page, place.url);
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ state: 'unavailable', why: expect.stringContaining('short of space') });
  expect(await titles(page, 'river')).toBeUndefined();
  await protocol.send('Storage.overrideQuotaForOrigin', { origin: place.url });
  const asked: string[] = [];
  context.on('request', (request) => asked.push(new URL(request.url()).search));
  await opened(page, place.url);
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ state: 'unavailable', why: expect.stringContaining('short of space') });
  expect(asked.filter(Boolean)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('commonplace:library-full', String(Date.now() - 24 * 60 * 60_000)));
  await opened(page, place.url);
  await expect.poll(() => stateOf(page)).toEqual({ state: 'ready', size: 20 });
});
