import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FoundIcons } from '../../../src/platform/server/icons.ts';
import handler from '../../../functions/api.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { disableTimeouts } from '../../support/time-limits.ts';
import { startApi, type Api } from '../../support/api.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let elsewhere: Awaited<ReturnType<typeof startHttpServer>>;
let answer: RequestListener = () => {};

beforeAll(async () => {
  elsewhere = await startHttpServer((request, response) => answer(request, response));
  api = await startApi({ ICON_API_URL: elsewhere.url });
});
afterEach(() => {
  elsewhere.calls.length = 0;
  vi.restoreAllMocks();
});
afterAll(async () => {
  await api.stop();
  await elsewhere.stop();
});

async function get(path: string) {
  const response = await handler(new Request(`${origin}${path}`), {
    params: {},
    ip: '203.0.113.7',
    requestId: 'request-1',
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}
type IconAnswer = { status: number; headers: Headers; body: FoundIcons['data'] & { errors: { path: string }[] } };
const icons = (path: string): Promise<IconAnswer> => get(path);
const search = (path: string): Promise<{ status: number; body: { icons: { name: string; body: string }[] } }> =>
  get(path);
const sends =
  (data: unknown): RequestListener =>
  (_, response) =>
    void response.end(JSON.stringify(data));

describe('GET /api/_icon/{collection}.json', () => {
  test('serves installed icons itself, cacheable by the CDN and the browser', async () => {
    const { status, headers, body } = await icons('/api/_icon/lucide.json?icons=book,tag');
    expect(status).toBe(200);
    expect(body.prefix).toBe('lucide');
    expect(Object.keys(body.icons)).toEqual(['book', 'tag']);
    expect(body.icons.book).toMatchObject({ body: expect.stringContaining('<path'), width: 24, height: 24 });
    expect(body.not_found).toEqual([]);
    expect(headers.get('Cache-Control')).toBe('public, max-age=604800, immutable');
    expect(headers.get('Netlify-CDN-Cache-Control')).toBe('public, durable, max-age=31536000');
    expect(headers.get('Netlify-Vary')).toBe('query=icons');
    expect(elsewhere.calls).toEqual([]);
  });

  test('knows former names of icons', async () => {
    const { body } = await icons('/api/_icon/lucide.json?icons=activity-square');
    expect(body.icons['activity-square']?.body).toContain('<');
    expect(body.not_found).toEqual([]);
  });

  test('lists unknown icons as not found, cached for a day only', async () => {
    const { status, headers, body } = await icons('/api/_icon/lucide.json?icons=book,no-such-icon,constructor');
    expect(status).toBe(200);
    expect(Object.keys(body.icons)).toEqual(['book']);
    expect(body.not_found).toEqual(['constructor', 'no-such-icon']);
    expect(headers.get('Cache-Control')).toBe('public, max-age=86400');
  });

  test('fetches icons of other collections from the public API', async () => {
    disableTimeouts();
    answer = sends({ prefix: 'mdi', width: 24, height: 24, icons: { home: { body: '<path d="M0 0"/>' } } });
    const { body } = await icons('/api/_icon/mdi.json?icons=home,nope');
    expect(body.icons).toEqual({ home: { body: '<path d="M0 0"/>', width: 24, height: 24 } });
    expect(body.not_found).toEqual(['nope']);
    expect(elsewhere.calls).toEqual(['GET /mdi.json?icons=home,nope']);
  });

  test('fetches each of them once, and limits how often one client can make it fetch', async () => {
    disableTimeouts();
    answer = sends({ icons: { once: { body: '<path d="M0 0"/>' } } });
    for (let asked = 0; asked < 3; asked += 1) {
      const { body, headers } = await icons('/api/_icon/kept.json?icons=once');
      expect(body).toMatchObject({ icons: { once: { width: 16 } }, not_found: [] });
      expect(headers.get('Cache-Control')).toBe('public, max-age=604800, immutable');
    }
    expect(elsewhere.calls).toEqual(['GET /kept.json?icons=once']);
    await icons('/api/_icon/kept.json?icons=none,once');
    expect(elsewhere.calls.slice(1)).toEqual(['GET /kept.json?icons=none']);
  });

  test('passes on no icon that does more than draw', async () => {
    disableTimeouts();
    answer = sends({
      icons: {
        a: { body: '<script>alert(1)</script>', width: 1, height: 1 },
        b: { body: '<path d="M0 0" onload="alert(1)"/>', width: 1, height: 1 },
        c: { body: '<path d="M0 0"/>', width: '1" onload="alert(1)', height: 1 },
        d: { body: 7 },
        e: null,
      },
    });
    const { status, body } = await icons('/api/_icon/evil.json?icons=a,b,c,d,e');
    expect(status).toBe(200);
    expect(body).toEqual({ prefix: 'evil', icons: {}, not_found: ['a', 'b', 'c', 'd', 'e'] });
  });

  test.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['fails', (_, response) => void response.writeHead(500).end()],
    ['talks rubbish', (_, response) => void response.end('<html>')],
    ['sends elsewhere', (_, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ])('lists icons as not found for a minute when the public API %s, without waiting for it', async (_, failing) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    answer = failing;
    const asked = vi.spyOn(AbortSignal, 'timeout');
    const { status, headers, body } = await icons('/api/_icon/mdi.json?icons=away');
    // Its timeout and that of the store; the rest may take a while on a busy machine.
    expect(asked.mock.calls.at(-1)).toEqual([500]);
    expect(status).toBe(200);
    expect(body.not_found).toEqual(['away']);
    expect(headers.get('Netlify-CDN-Cache-Control')).toBe('public, durable, max-age=60');
    expect(warned).toHaveBeenCalledTimes(1);
  });

  test('caches an unknown collection for a day', async () => {
    disableTimeouts();
    answer = (_, response) => void response.writeHead(404).end('404');
    const { body, headers } = await icons('/api/_icon/no-such-set.json?icons=home');
    expect(body.not_found).toEqual(['home']);
    expect(headers.get('Netlify-CDN-Cache-Control')).toBe('public, durable, max-age=86400');
  });

  test.each([
    ['/api/_icon/lucide.json', 'icons'],
    ['/api/_icon/lucide.json?icons=', 'icons'],
    ['/api/_icon/lucide.json?icons=Book', 'icons.0'],
    ['/api/_icon/lucide.json?icons=%22%3E%3Cscript%3E', 'icons.0'],
    ['/api/_icon/lucide.json?icons=a,,b', 'icons.0'],
    ['/api/_icon/lucide.json?icons=..%2Fsession', 'icons.0'],
    [`/api/_icon/lucide.json?icons=${Array.from({ length: 51 }, (_, n) => `i${n}`).join()}`, 'icons'],
    ['/api/_icon/Lucide.json?icons=book', 'collection'],
    ['/api/_icon/x%2F..%2Fy.json?icons=book', 'collection'],
    [`/api/_icon/${'a'.repeat(81)}.json?icons=book`, 'collection'],
  ])('refuses %s', async (path, field) => {
    const { status, body } = await icons(path);
    expect(status).toBe(400);
    expect(body.errors.map(({ path: at }) => at)).toContain(field);
    expect(elsewhere.calls).toEqual([]);
  });
});

describe('GET /api/_icon/search', () => {
  test('finds icons by words in their names, best matches first', async () => {
    const { status, body } = await search('/api/_icon/search?q=book');
    expect(status).toBe(200);
    expect(body.icons[0]?.name).toBe('lucide:book');
    expect(body.icons).toHaveLength(48);
    expect(body.icons.every(({ name }) => name.includes('book'))).toBe(true);
    const [wikipedia] = (await search('/api/_icon/search?q=Wikipedia')).body.icons;
    expect(wikipedia).toMatchObject({ name: 'simple-icons:wikipedia', body: expect.stringContaining('<path') });
  });

  test('finds nothing for words that are in no icon name', async () => {
    expect((await search('/api/_icon/search?q=qqqqq')).body.icons).toEqual([]);
    expect((await search(`/api/_icon/search?q=${encodeURIComponent('<script>')}`)).status).toBe(200);
    expect((await search(`/api/_icon/search?q=${encodeURIComponent('本')}`)).body.icons).toEqual([]);
  });

  test.each(['', '?q=', `?q=${'a'.repeat(81)}`])('refuses %s', async (query) => {
    expect((await search(`/api/_icon/search${query}`)).status).toBe(400);
  });
});

describe('the icon of a note', () => {
  test('is drawn if its set is installed, and returned as a name if not', async () => {
    const { cookie } = await api.signUp('iris');
    const shown = async (name: string) => {
      const { body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'With an icon', icon: name } });
      const read = await api.call('GET', `/api/notes/${body.note?.uuid}`);
      return read.body as { iconSvg?: string; note: { icon: string } };
    };
    expect((await shown('lucide:book')).iconSvg).toMatch(/^<svg viewBox="0 0 24 24".*<path/);
    const foreign = await shown('mdi:home');
    expect(foreign.note.icon).toBe('mdi:home');
    expect(foreign.iconSvg).toBeUndefined();
    expect((await shown('lucide:no-such-icon')).iconSvg).toBeUndefined();
    expect(elsewhere.calls).toEqual([]);
  });

  test.each(['book', 'lucide:"><script>', 'lucide:../x', 'a:b:c'])('is refused with the name %s', async (name) => {
    const { cookie } = await api.signUp(`eve${Math.random().toString(36).slice(2, 8)}`);
    const { status, body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'T', icon: name } });
    expect(status).toBe(400);
    expect(body.errors?.map(({ path }) => path)).toEqual(['icon']);
  });
});
