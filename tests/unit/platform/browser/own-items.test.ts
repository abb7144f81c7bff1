import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as OwnItems from '../../../../src/platform/worker/own-items.ts';
import type * as PageCache from '../../../../src/platform/worker/page-cache.ts';

const origin = 'https://example.org';
const on = (path: string) => new URL(path, origin).href;

/** The browser's Cache API, as far as the worker uses it here. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  return {
    async open(name: string) {
      const held = all.get(name) ?? new Map<string, Response>();
      all.set(name, held);
      const key = (request: string | Request) => on(typeof request === 'string' ? request : request.url);
      return {
        match: async (request: string | Request) => held.get(key(request))?.clone(),
        async put(request: string | Request, response: Response) {
          const size = (await response.clone().text()).length;
          const taken = name === 'commonplace:kept' ? held.size + (held.has(key(request)) ? 0 : 1) : 0;
          if (size > maxTextSize || taken > maxResponses) throw new DOMException('', 'QuotaExceededError');
          held.set(key(request), response);
        },
        delete: async (request: string | Request) => held.delete(key(request)),
        keys: async () => [...held.keys()].map((url) => new Request(url)),
      };
    },
  };
}

const picture = '/pictures/0123456789abcdef0123456789abcdef-64.webp';
const withIcon = (title: string) => ({ title, icon: '0123456789abcdef0123456789abcdef' });
/** The server's responses by path: a status if it is an error. */
let answers: Map<string, unknown>;
let requests: string[];
/** The maximum size of a text, and how many responses fit on the device. */
let maxTextSize: number;
let maxResponses: number;
/** The storage limit that the person chose. */
let storageLimit: number;
/** Notes with unsent changes. */
let unsentNotes: string[];
let worker: typeof OwnItems;
let state: typeof PageCache;

beforeEach(async () => {
  answers = new Map();
  requests = [];
  [maxTextSize, maxResponses, storageLimit, unsentNotes, listedCopy] = [Infinity, Infinity, 1_000_000, [], null];
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00.000Z') });
  vi.stubGlobal('caches', fakeCaches());
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    if (path.endsWith('.webp')) return new Response('x', { headers: { 'Content-Type': 'image/webp' } });
    if (path.startsWith('/api/library?')) {
      return Response.json({ items: path.includes('is%3Aunread') ? listItems() : [], next: null });
    }
    const answer = answers.get(path) ?? (path.endsWith('/marks') ? {} : 404);
    return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer);
  });
  vi.doMock('../../../../src/platform/browser/device-database.ts', () => ({
    openDeviceFiles: async () => ({
      all: async () => unsentNotes.map((about) => new TextEncoder().encode(JSON.stringify({ about }))),
    }),
  }));
  worker = await import('../../../../src/platform/worker/own-items.ts');
  state = await import('../../../../src/platform/worker/page-cache.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a cached page that grew too large for the device keeps its old version', async () => {
  const page = (text: string) => {
    const headers = { 'Content-Type': 'text/html' };
    return { response: new Response(`<title>T</title>${text}`, { headers }), build: undefined };
  };
  await state.keep('read', '/note', page('as it was'));
  maxTextSize = 100;
  await expect(state.keep('read', '/note', page('as it is now, '.repeat(10)))).rejects.toThrow();
  expect(await (await state.keptPage('/note'))?.text()).toContain('as it was');
});

test('a page that a proxy sends in place of a script is not kept', async () => {
  const answer = (text: string, type: string) => async () => new Response(text, { headers: { 'Content-Type': type } });
  const script = async () => (await state.asset('/_astro/a.js')).text();
  vi.stubGlobal('fetch', answer('<title>Back soon</title>', 'text/html; charset=utf-8'));
  expect(await script()).toBe('<title>Back soon</title>');
  vi.stubGlobal('fetch', answer('run()', 'text/javascript'));
  expect(await script()).toBe('run()');
  vi.stubGlobal('fetch', answer('', 'text/plain'));
  expect(await script()).toBe('run()');
});

let listedRevisions: Record<string, number> = {};
let listedCopy: { title: string } | null = null;
const listItems = () =>
  Object.entries(listedRevisions).map(([uuid, rev]) => ({
    note: { uuid, rev, own: true, kind: 'text' },
    highlights: 0,
    reading: { changedAt: '' },
    copy: listedCopy,
  }));

async function syncItems(notes: string[], now: Record<string, number> = {}) {
  listedRevisions = now;
  await state.updateState({ owner: 'u_ann', keeping: { limit: storageLimit, notes, collections: [] } });
  requests = [];
  await worker.keepItems({ again: true }).catch(() => undefined);
  const cache = await caches.open('commonplace:kept');
  return (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => !path.endsWith('/marks'));
}

test('a failed item does not stop the others from being cached, and pages are not fetched again', async () => {
  answers.set('/api/notes/a', 500).set('/api/notes/b', { title: 'B' });
  expect(await syncItems([], { a: 1, b: 1 })).toEqual(['/api/notes/b']);
  expect((await state.state()).keptAt).toBe(Date.now());
});

test('a rate limit ends the run, and removes nothing', async () => {
  answers.set('/api/notes/a', { title: 'A' }).set('/api/notes/b', { title: 'B' });
  await syncItems([], { a: 1, b: 1 });
  answers.set('/api/notes/a', 429);
  expect(await syncItems([], { a: 2, b: 2 })).toEqual(['/api/notes/a', '/api/notes/b']);
  expect(requests).not.toContain('/api/notes/b');
});

test('an item requested explicitly is refreshed daily, and removed when it is no longer available', async () => {
  answers.set('/api/notes/a', { title: 'A' });
  expect(await syncItems(['a'])).toEqual(['/api/notes/a']);
  await syncItems(['a']);
  expect(requests).not.toContain('/api/notes/a');
  vi.setSystemTime(new Date('2026-11-25T12:00:00.000Z'));
  await syncItems(['a']);
  expect(requests).toContain('/api/notes/a');
  vi.setSystemTime(new Date('2026-11-26T12:00:00.000Z'));
  answers.set('/api/notes/a', 410);
  expect(await syncItems(['a'])).toEqual([]);
});

test.each([null, { title: '“Quoted” — 東京 😀' }])(
  'unchanged items are not fetched again, whatever the title of their copy',
  async (copy) => {
    listedCopy = copy;
    answers.set('/api/notes/a', { title: 'A' });
    expect(await syncItems([], { a: 1 })).toEqual(['/api/notes/a']);
    await syncItems([], { a: 1 });
    expect(requests.filter((path) => path.startsWith('/api/notes/'))).toEqual([]);
  },
);

test('a picture shared by several notes stays as long as one of them does', async () => {
  answers.set('/api/notes/a', withIcon('A')).set('/api/notes/b', withIcon('B'));
  expect(await syncItems([], { a: 1, b: 1 })).toContain(picture);
  expect(await syncItems([], { b: 1 })).toEqual([picture, '/api/notes/b']);
  expect(await syncItems([], {})).toEqual([]);
});

test('a note with missing parts is fetched again', async () => {
  answers.set('/api/notes/a', { title: 'A' }).set('/api/notes/a/marks', 500);
  expect(await syncItems([], { a: 1 })).toEqual([]);
  answers.set('/api/notes/a/marks', {});
  expect(await syncItems([], { a: 1 })).toEqual(['/api/notes/a']);
});

test('read notes are evicted first, then the last in the list, and never a note with unsent changes', async () => {
  for (const one of ['a', 'b', 'c', 'd', 'e']) answers.set(`/api/notes/${one}`, { title: one });
  const notesOf = (...ids: string[]) => ids.map((one) => `/api/notes/${one}`);
  expect(await syncItems([], { b: 1, c: 1, d: 1 })).toEqual(notesOf('b', 'c', 'd'));
  // Each has a second response for its viewer state.
  maxResponses = 6;
  unsentNotes = ['d'];
  expect((await syncItems([], { a: 1, b: 1, c: 1, d: 1 })).toSorted()).toEqual(notesOf('a', 'b', 'd'));
  expect((await state.state()).keptFull).toBe(true);
  // Read on this device meanwhile, which the server does not know yet.
  expect((await syncItems([], { a: 1, b: 1 })).toSorted()).toEqual(notesOf('a', 'b', 'd'));
  unsentNotes = [];
  expect((await syncItems([], { a: 1, b: 1, e: 1 })).toSorted()).toEqual(notesOf('a', 'b', 'e'));
});

test('the storage limit is kept, and what does not fit is not fetched again until there is space', async () => {
  const long = 'x'.repeat(400);
  for (const one of ['a', 'b', 'c']) answers.set(`/api/notes/${one}`, { title: one, long });
  storageLimit = 1000;
  expect(await syncItems([], { a: 1, b: 1, c: 1 })).toEqual(['/api/notes/a', '/api/notes/b']);
  expect((await state.state()).keptFull).toBe(true);
  await syncItems([], { a: 1, b: 1, c: 1 });
  expect(requests.filter((path) => path.startsWith('/api/notes/'))).toEqual([]);
  expect(await syncItems([], { b: 1, c: 1 })).toEqual(['/api/notes/b', '/api/notes/c']);
});

test('a note larger than the limit does not block the others', async () => {
  answers.set('/api/notes/a', { title: 'x'.repeat(2000) }).set('/api/notes/b', { title: 'b' });
  storageLimit = 1000;
  expect(await syncItems([], { a: 1, b: 1 })).toEqual(['/api/notes/b']);
});

test('a full device still deletes cached items, including those of another person', async () => {
  answers.set('/api/notes/a', { title: 'A' });
  await syncItems(['a']);
  maxTextSize = 0;
  storageLimit = 0;
  expect(await syncItems([])).toEqual([]);
});
