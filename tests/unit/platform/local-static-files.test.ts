import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compressedFiles } from '../../../netlify/local/server/compressed.ts';
import { staticFiles, type StaticFiles, headerRules } from '../../../netlify/local/server/static-files.ts';
import { layeredFiles, type ReleaseFiles } from '../../../netlify/local/server/layers.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

let dir: string;
let files: StaticFiles;
const page = `<!doctype html><title>Page</title>${'<p>Ἰλιάς and more words.</p>'.repeat(40)}`;

async function write(name: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
  await writeFile(path.join(dir, name), content);
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-static-'));
  await write('secret.txt', 'outside of every release');
  await write('new/index.html', page);
  await write('new/404.html', '<h1>Nothing here</h1>');
  await write('new/note/list/1.html', page);
  await write('new/folder/index.html', page);
  await write('new/tag/方丈記/1.html', page);
  for (const name of [
    'a.css',
    'a.js',
    'a.svg',
    'a.json',
    'a.xml',
    'a.png',
    'a.woff2',
    'a.txt',
    'a.md',
    'a.webmanifest',
  ]) {
    await write(`new/types/${name}`, 'x');
  }
  await write('new/_astro/new.abc.js', `export const a = '${'word '.repeat(200)}';`);
  await write('old/_astro/old.def.js', 'export {};');
  await write('old/gone.html', 'gone');
  await write(
    'netlify.toml',
    `[[headers]]\nfor = "/*"\n[headers.values]\nX-Frame = "none"\nCache-Control = "no-cache"\n
     [[headers]]\nfor = "/_astro/*"\n[headers.values]\nCache-Control = "immutable"\n`,
  );
  files = staticFiles({
    releases: () => ['new', 'old'].map((release) => layeredFiles([], path.join(dir, release))),
    headers: await headerRules(dir),
    compressed: await compressedFiles(path.join(dir, 'cache')),
  });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function get(at: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response | undefined> {
  return files.serve(new Request(`http://localhost${at}`, { method, headers }));
}

test('a missing file is looked up on disk once, however often its function answers', async () => {
  const asked: string[] = [];
  const release: ReleaseFiles = {
    find: async (name) => void asked.push(name),
    all: async () => new Map(),
  };
  const compressed = await compressedFiles(path.join(dir, 'cache'));
  const none = staticFiles({ releases: () => [release], headers: await headerRules(dir), compressed });
  for (let times = 0; times < 3; times += 1) {
    expect(await none.serve(new Request('http://localhost/note/detail/1/new'))).toBeUndefined();
  }
  expect(asked).toEqual(['note/detail/1/new', 'note/detail/1/new.html', 'note/detail/1/new/index.html']);
});

describe('paths', () => {
  test.each([
    '/',
    '/note/list/1',
    '/note/list/1.html',
    '/folder',
    `/tag/${encodeURIComponent('方丈記')}/1`,
    '/folder/index.html',
  ])('%s is a page', async (at) => {
    const response = await get(at);
    expect(response?.status).toBe(200);
    expect(await response?.text()).toBe(page);
  });

  test('a trailing slash redirects to the address without it, keeping the query', async () => {
    const response = await get('/note/list/1/?a=b');
    expect(response?.status).toBe(301);
    expect(response?.headers.get('Location')).toBe('/note/list/1?a=b');
  });

  test.each([
    '/nothing',
    '/note/list',
    '/gone',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/folder/%2e%2e/%2e%2e/secret.txt',
    '//example.org/',
    '/%00',
    '/%E0%A4%A',
    `/${'long'.repeat(200)}`,
    '/index.html/more',
  ])('%s is not found', async (at) => {
    expect(await get(at)).toBeUndefined();
  });

  test('a path of slashes takes no longer than another of the same length', async () => {
    const slashes = `/folder${'/'.repeat(15_000)}`;
    for (const at of [`${slashes}a/`, `${slashes}a`])
      expect(await cpuMsOf(() => get(at)), at.slice(-2)).toBeLessThan(50);
    expect((await get(slashes))?.headers.get('Location')).toBe('/folder');
  });

  test('writes are not served from files', async () => {
    expect(await get('/', {}, 'POST')).toBeUndefined();
  });

  test('an asset of the previous release is still served, and a page of it is not', async () => {
    expect((await get('/_astro/old.def.js'))?.status).toBe(200);
    expect(await get('/gone')).toBeUndefined();
  });

  test('a missing file gets the 404 page', async () => {
    const response = await files.notFound(new Request('http://localhost/nothing'));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Nothing here');
    expect(response.headers.get('X-Frame')).toBe('none');
  });
});

describe('headers', () => {
  test.each([
    ['/types/a.css', 'text/css; charset=utf-8'],
    ['/types/a.js', 'text/javascript; charset=utf-8'],
    ['/types/a.svg', 'image/svg+xml'],
    ['/types/a.json', 'application/json'],
    ['/types/a.xml', 'text/xml; charset=utf-8'],
    ['/types/a.png', 'image/png'],
    ['/types/a.woff2', 'font/woff2'],
    ['/types/a.txt', 'text/plain; charset=utf-8'],
    ['/types/a.md', 'text/markdown; charset=utf-8'],
    ['/types/a.webmanifest', 'application/manifest+json'],
    ['/', 'text/html; charset=utf-8'],
  ])('%s is %s', async (at, type) => {
    expect((await get(at))?.headers.get('Content-Type')).toBe(type);
  });

  test('are read from netlify.toml, with later rules winning', async () => {
    expect((await get('/'))?.headers.get('Cache-Control')).toBe('no-cache');
    const asset = await get('/_astro/new.abc.js');
    expect(asset?.headers.get('Cache-Control')).toBe('immutable');
    expect(asset?.headers.get('X-Frame')).toBe('none');
  });

  test('a conditional request gets the ETag without a body', async () => {
    const etag = (await get('/'))?.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get('/', { 'If-None-Match': asked });
      expect(response?.status).toBe(304);
      expect(response?.headers.get('ETag')).toBe(etag);
      expect(await response?.text()).toBe('');
    }
    expect((await get('/', { 'If-None-Match': '"other"' }))?.status).toBe(200);
  });

  test('HEAD has the headers of GET without a body', async () => {
    const [head, body] = [await get('/', {}, 'HEAD'), await get('/')];
    expect(head?.headers.get('Content-Length')).toBe(body?.headers.get('Content-Length'));
    expect(await head?.text()).toBe('');
  });
});

describe('compression', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['', null],
  ])('a client that accepts "%s" gets %s', async (accepted, encoding) => {
    const response = await get('/', { 'Accept-Encoding': accepted });
    expect(response?.headers.get('Content-Encoding')).toBe(encoding);
    expect(response?.headers.get('Vary')).toBe('Accept-Encoding');
    const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(response?.headers.get('Content-Length')).toBe(String(body.length));
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(page);
  });

  test('each encoding has its own ETag', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(async (accepted) =>
        (await get('/', { 'Accept-Encoding': accepted }))?.headers.get('ETag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('pictures are sent uncompressed', async () => {
    const response = await get('/types/a.png', { 'Accept-Encoding': 'br' });
    expect(response?.headers.get('Content-Encoding')).toBeNull();
    expect(response?.headers.get('Vary')).toBeNull();
  });

  test('is done once per content, however many request it at once, and is reused from disk after a restart', async () => {
    const folder = path.join(dir, 'once');
    const content = vi.fn(() => Promise.resolve(Buffer.from(page)));
    const store = await compressedFiles(folder);
    const first = await store.of('hash', 'br', false, content);
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual(['hash.br']), withLongTimeout);
    await Promise.all([1, 2, 3].map(() => store.of('hash', 'br', false, content)));
    const again = await compressedFiles(folder);
    expect(await again.of('hash', 'br', false, content)).toEqual(first);
    expect(content).toHaveBeenCalledTimes(1);
  });

  test('is limited in size, dropping the least recently used results', async () => {
    const folder = path.join(dir, 'limited');
    const store = await compressedFiles(folder, 2500);
    const noise = () => Promise.resolve(Buffer.from(crypto.getRandomValues(new Uint8Array(1000))));
    for (const hash of ['a', 'b', 'a', 'c', 'd']) {
      await store.of(hash, 'gzip', false, noise);
      await vi.waitFor(async () => expect(await readdir(folder)).toContain(`${hash}.gz`), withLongTimeout);
    }
    await vi.waitFor(async () => expect((await readdir(folder)).sort()).toEqual(['c.gz', 'd.gz']), withLongTimeout);
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2500);
  });
});
