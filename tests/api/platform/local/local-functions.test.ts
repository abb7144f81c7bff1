import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StartFailure } from '../../../../netlify/local/settings.ts';
import { loadFunctions, watchFunctions, type LoadedFunction } from '../../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../../netlify/local/functions/functions.ts';
import { layeredFiles } from '../../../../netlify/local/server/layers.ts';
import { buildHookPath, openServer, type LocalServer } from '../../../../netlify/local/server/server.ts';
import { staticFiles } from '../../../../netlify/local/server/static-files.ts';
import { compressedFiles } from '../../../../netlify/local/server/compressed.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';

const projectDir = path.resolve(import.meta.dirname, '../../../..');
const sources: Record<string, string> = {
  'all.ts': `export default () => new Response('any call'); export const config = { path: '/api/*' };`,
  'echo.ts': `import { greeting } from './parts/greeting.ts';
    export default async (request: Request, context: import('@netlify/functions').Context) => {
      context.cookies.set({ name: 'a', value: '1', path: '/', httpOnly: true });
      context.cookies.delete('b');
      return Response.json({
        greeting, params: context.params, ip: context.ip, url: request.url, cookie: context.cookies.get('seen'),
        body: await request.text(), claimed: request.headers.get('x-nf-client-connection-ip'),
      });
    };
    export const config = { path: '/api/echo/:id' };`,
  'parts/greeting.ts': `export const greeting = 'hello';`,
  'page.tsx': `import { renderToString } from 'react-dom/server';
    export default () => new Response(renderToString(<b>made now</b>), { headers: { 'Content-Type': 'text/html' } });
    export const config = { path: ['/page/:name', '/both'], preferStatic: true };`,
  'first.ts': `export default () => new Response('function first');
    export const config = { path: '/first' };`,
  'throws.ts': `export default () => { throw new Error('secret detail'); };
    export const config = { path: '/throws' };`,
  'nothing.ts': `export default () => undefined; export const config = { path: '/nothing' };`,
  'later.ts': `export default (request, context) => {
      context.waitUntil(new Promise((done) => setTimeout(() => { globalThis.laterDone = true; done(); }, 50)));
      return new Response('sent');
    };
    export const config = { path: '/later' };`,
  'clock.ts': `export default async (request) => {
      const { next_run } = await request.json();
      globalThis.ticks = [...(globalThis.ticks ?? []), { next_run, method: request.method }];
    };
    export const config = { schedule: '* * * * * *' };`,
  'stream.ts': `export default () => {
      let timer; let sent = 0;
      const body = new ReadableStream({
        start(controller) { timer = setInterval(() => controller.enqueue(new TextEncoder().encode('part ' + sent++)), 20); },
        cancel() { globalThis.left = true; clearInterval(timer); },
      });
      return new Response(body);
    };
    export const config = { path: '/stream' };`,
};

let dir: string;
let server: LocalServer;
let host: FunctionHost;
let origin: string;
const hook = vi.fn();
const seen = globalThis as { ticks?: { next_run: string; method: string }[]; left?: boolean; laterDone?: boolean };

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-functions-'));
  for (const [name, source] of Object.entries(sources)) {
    await mkdir(path.dirname(path.join(dir, 'functions', name)), { recursive: true });
    await writeFile(path.join(dir, 'functions', name), source);
  }
  await mkdir(path.join(dir, 'site'));
  for (const name of ['both', 'first', '404']) await writeFile(path.join(dir, 'site', `${name}.html`), `file ${name}`);
  const places = { directory: path.join(dir, 'functions'), projectDir, cacheDir: path.join(dir, 'cache') };
  const functions = await loadFunctions(places);
  const siteUrl = 'https://notes.example';
  host = functionHost(functions, { siteUrl });
  server = await openServer(0);
  origin = `http://127.0.0.1:${server.port}`;
  expect((await fetch(`${origin}/first`)).status).toBe(503);
  const files = staticFiles({
    releases: () => [layeredFiles([], path.join(dir, 'site'))],
    headers: () => ({}),
    compressed: await compressedFiles(path.join(dir, 'compressed')),
  });
  server.serve({ siteUrl, files, functions: host, hookToken: 'token-of-the-hook', onBuildHook: hook });
});
afterAll(async () => {
  await server.stop(100);
  await host.stop(100);
  await rm(dir, { recursive: true, force: true });
});

test('a function receives its parameters, the site’s and the client’s addresses, and can set cookies', async () => {
  const headers = {
    Cookie: 'x=1; seen=yes',
    'X-Nf-Client-Connection-Ip': '203.0.113.9',
    'X-Forwarded-For': '203.0.113.9',
  };
  const response = await fetch(`${origin}/api/echo/a%20b?q=1`, { method: 'POST', body: 'Ἰλιάς', headers });
  expect(await response.json()).toEqual({
    greeting: 'hello',
    params: { id: 'a%20b' },
    ip: '127.0.0.1',
    claimed: '127.0.0.1',
    url: 'https://notes.example/api/echo/a%20b?q=1',
    cookie: 'yes',
    body: 'Ἰλιάς',
  });
  expect(response.headers.getSetCookie()).toEqual([
    'a=1; HttpOnly; Path=/',
    'b=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
  ]);
  expect(response.headers.get('X-Nf-Request-Id')).toBeTruthy();
});

test('the more specific of two functions answers', async () => {
  expect((await fetch(`${origin}/api/echo/1`)).headers.get('Content-Type')).toContain('json');
  expect(await (await fetch(`${origin}/api/other`)).text()).toBe('any call');
});

test('localhost and 127.0.0.1 both work', async () => {
  expect((await fetch(`http://localhost:${server.port}/first`)).status).toBe(200);
});

test('a file takes precedence over a function with preferStatic, and not over one without', async () => {
  expect(await (await fetch(`${origin}/both`)).text()).toBe('file both');
  expect(await (await fetch(`${origin}/page/any`)).text()).toBe('<b>made now</b>');
  const first = await fetch(`${origin}/first`);
  expect([first.statusText, await first.text()]).toEqual(['OK', 'function first']);
});

test('an address without a file or function gets the 404 page', async () => {
  const response = await fetch(`${origin}/none`);
  expect([response.status, await response.text()]).toEqual([404, 'file 404']);
});

test('a function that throws answers 500 without details, and its error is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const response = await fetch(`${origin}/throws`);
  expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n']);
  expect(String(log.mock.calls[0]?.[0])).toMatch(/"function":"throws".*secret detail/);
  log.mockRestore();
});

test('a function that returns nothing answers 204', async () => {
  expect((await fetch(`${origin}/nothing`)).status).toBe(204);
});

test('background work is awaited when the host stops', async () => {
  const functions: LoadedFunction[] = await loadFunctions({
    directory: path.join(dir, 'functions'),
    projectDir,
    cacheDir: path.join(dir, 'cache-later'),
  });
  const other = functionHost(
    functions.filter(({ name }) => name === 'later'),
    { siteUrl: 'https://notes.example' },
  );
  const request = new Request('https://notes.example/later');
  expect(await (await other.match(request)?.call(request, '127.0.0.1'))?.text()).toBe('sent');
  await other.stop();
  expect(seen.laterDone).toBe(true);
});

test('a scheduled function runs by itself and receives its next run time', async () => {
  await vi.waitFor(() => expect(seen.ticks?.length).toBeGreaterThan(0), withLongTimeout);
  const [tick] = seen.ticks ?? [];
  expect(tick?.method).toBe('POST');
  expect(Date.parse(tick?.next_run ?? '')).toBeGreaterThan(0);
  expect((await fetch(`${origin}/.netlify/functions/clock`, { method: 'POST' })).status).toBe(404);
});

test('a response is streamed as it is made, and the function is told when the client disconnects', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${origin}/stream`, { signal: leaving.signal });
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value as Uint8Array | undefined)).toMatch(/^part 0/);
  leaving.abort();
  await vi.waitFor(() => expect(seen.left).toBe(true), withLongTimeout);
});

test('a body over 6 MB is refused, whether or not its length is declared', async () => {
  const large = new Uint8Array(6 * 1024 * 1024 + 1);
  const declared = await fetch(`${origin}/api/echo/1`, { method: 'POST', body: large });
  expect(declared.status).toBe(413);
  expect(await declared.json()).toMatchObject({ detail: 'Send at most 6 MB at once.' });
  const parts = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < 7; sent += 1) controller.enqueue(new Uint8Array(1024 * 1024));
      controller.close();
    },
  });
  const streamed = await fetch(`${origin}/api/echo/1`, { method: 'POST', body: parts, duplex: 'half' } as RequestInit);
  expect(streamed.status).toBe(413);
});

test('a path that would change the host is refused', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write('GET http://example.org/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    });
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

describe('the build hook', () => {
  test('requests a build when its secret path receives a POST, and only then', async () => {
    const at = origin + buildHookPath('token-of-the-hook');
    expect((await fetch(at)).status).toBe(405);
    expect((await fetch(origin + buildHookPath('guess'), { method: 'POST' })).status).toBe(404);
    expect(hook).not.toHaveBeenCalled();
    expect((await fetch(at, { method: 'POST' })).status).toBe(202);
    expect(hook).toHaveBeenCalledTimes(1);
  });
});

test('a port in use is reported in one clear sentence', async () => {
  await expect(openServer(server.port)).rejects.toThrow(StartFailure);
  await expect(openServer(server.port)).rejects.toThrow(/^Port \d+ is in use: .*\.$/);
});

test('a change to a source file or its imports is served without a restart', async () => {
  const changing = path.join(dir, 'changing');
  const file = path.join(changing, 'part.ts');
  await mkdir(changing);
  await writeFile(path.join(changing, 'word.ts'), `export default () => new Response('first');`);
  const loaded = vi.fn<(functions: LoadedFunction[]) => void>();
  const watching = await watchFunctions(
    { directory: changing, projectDir, cacheDir: path.join(dir, 'cache-watch') },
    loaded,
  );
  const host2 = functionHost([], { siteUrl: 'https://notes.example' });
  const word = async () => {
    host2.replace(loaded.mock.lastCall?.[0] ?? []);
    const request = new Request('https://notes.example/.netlify/functions/word');
    return (await host2.match(request)?.call(request, ''))?.text();
  };
  expect(await word()).toBe('first');
  await writeFile(file, `export const word = 'second';`);
  await writeFile(
    path.join(changing, 'word.ts'),
    `import { word } from './part.ts'; export default () => new Response(word);`,
  );
  await vi.waitFor(async () => expect(await word()).toBe('second'), withLongTimeout);
  await writeFile(file, `export const word = 'third';`);
  await vi.waitFor(async () => expect(await word()).toBe('third'), withLongTimeout);
  await watching.stop();
});
