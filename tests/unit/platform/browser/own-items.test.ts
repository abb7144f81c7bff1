import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as OwnItems from '../../../../src/platform/worker/own-items.ts';
import type * as PageCache from '../../../../src/platform/worker/page-cache.ts';

const origin = 'https://example.org';
const on = (path: string) => new URL(path, origin).href;

/** Caches of a browser, as far as a worker uses them here. */
function someCaches() {
  const all = new Map<string, Map<string, Response>>();
  return {
    async open(name: string) {
      const held = all.get(name) ?? new Map<string, Response>();
      all.set(name, held);
      const key = (asked: string | Request) => on(typeof asked === 'string' ? asked : asked.url);
      return {
        match: async (asked: string | Request) => held.get(key(asked))?.clone(),
        async put(asked: string | Request, response: Response) {
          if ((await response.clone().text()).length > room) throw new DOMException('', 'QuotaExceededError');
          held.set(key(asked), response);
        },
        delete: async (asked: string | Request) => held.delete(key(asked)),
        keys: async () => [...held.keys()].map((url) => new Request(url)),
      };
    },
  };
}

const picture = '/pictures/0123456789abcdef0123456789abcdef-64.webp';
const withIcon = (title: string) => ({ title, icon: '0123456789abcdef0123456789abcdef' });
/** What the server has: a status where it is no success. */
let answers: Map<string, unknown>;
let asked: string[];
/** How long one text may be. */
let room: number;
let worker: typeof OwnItems;
let state: typeof PageCache;

beforeEach(async () => {
  answers = new Map();
  asked = [];
  room = Infinity;
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00.000Z') });
  vi.stubGlobal('caches', someCaches());
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (path.endsWith('.webp')) return new Response('x', { headers: { 'Content-Type': 'image/webp' } });
    if (path.startsWith('/api/library?')) {
      return Response.json({ items: path.includes('is%3Aunread') ? inList() : [], next: null });
    }
    const answer = answers.get(path) ?? (path.endsWith('/marks') ? {} : 404);
    return typeof answer === 'number' ? new Response('', { status: answer }) : Response.json(answer);
  });
  worker = await import('../../../../src/platform/worker/own-items.ts');
  state = await import('../../../../src/platform/worker/page-cache.ts');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a kept page that grew beyond what a device has room for stays as it was', async () => {
  const page = (text: string) => {
    const headers = { 'Content-Type': 'text/html' };
    return { response: new Response(`<title>T</title>${text}`, { headers }), build: undefined };
  };
  await state.keep('read', '/note', page('as it was'));
  room = 100;
  await expect(state.keep('read', '/note', page('as it is now, '.repeat(10)))).rejects.toThrow();
  expect(await (await state.keptPage('/note'))?.text()).toContain('as it was');
});

let listed: Record<string, number> = {};
const inList = () =>
  Object.entries(listed).map(([uuid, rev]) => ({
    note: { uuid, rev, own: true, kind: 'text' },
    highlights: 0,
    reading: { changedAt: '' },
    copy: null,
  }));

async function keep(notes: string[], now: Record<string, number> = {}) {
  listed = now;
  await state.remember({ owner: 'u_ann', keeping: { limit: 1_000_000, notes, collections: [] } });
  asked = [];
  await worker.keepItems({ again: true }).catch(() => undefined);
  const cache = await caches.open('commonplace:kept');
  return (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => !path.endsWith('/marks'));
}

test('one that fails ends nothing: what is behind it is kept, and pages do not begin anew', async () => {
  answers.set('/api/notes/a', 500).set('/api/notes/b', { title: 'B' });
  expect(await keep([], { a: 1, b: 1 })).toEqual(['/api/notes/b']);
  expect((await state.state()).keptAt).toBe(Date.now());
});

test('too many calls end it for now, and take nothing away', async () => {
  answers.set('/api/notes/a', { title: 'A' }).set('/api/notes/b', { title: 'B' });
  await keep([], { a: 1, b: 1 });
  answers.set('/api/notes/a', 429);
  expect(await keep([], { a: 2, b: 2 })).toEqual(['/api/notes/a', '/api/notes/b']);
  expect(asked).not.toContain('/api/notes/b');
});

test('what was asked for and is in no list is fetched anew every day, and goes when it is taken back', async () => {
  answers.set('/api/notes/a', { title: 'A' });
  expect(await keep(['a'])).toEqual(['/api/notes/a']);
  await keep(['a']);
  expect(asked).not.toContain('/api/notes/a');
  vi.setSystemTime(new Date('2026-11-25T12:00:00.000Z'));
  await keep(['a']);
  expect(asked).toContain('/api/notes/a');
  vi.setSystemTime(new Date('2026-11-26T12:00:00.000Z'));
  answers.set('/api/notes/a', 410);
  expect(await keep(['a'])).toEqual([]);
});

test('a picture that several show stays as long as one of them does', async () => {
  answers.set('/api/notes/a', withIcon('A')).set('/api/notes/b', withIcon('B'));
  expect(await keep([], { a: 1, b: 1 })).toContain(picture);
  expect(await keep([], { b: 1 })).toEqual([picture, '/api/notes/b']);
  expect(await keep([], {})).toEqual([]);
});

test('a note whose parts have not all come is fetched again', async () => {
  answers.set('/api/notes/a', { title: 'A' }).set('/api/notes/a/marks', 500);
  expect(await keep([], { a: 1 })).toEqual([]);
  answers.set('/api/notes/a/marks', {});
  expect(await keep([], { a: 1 })).toEqual(['/api/notes/a']);
});
