import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { onPostBuild } from '../../../netlify/build/plugin/index.mjs';
import { loadFunctions } from '../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../netlify/local/functions/functions.ts';
import { compressedFiles } from '../../../netlify/local/server/compressed.ts';
import { layeredFiles } from '../../../netlify/local/server/layers.ts';
import { openServer, type LocalServer } from '../../../netlify/local/server/server.ts';
import { headerRules, staticFiles } from '../../../netlify/local/server/static-files.ts';
import { sharedRenderer } from '../../support/builds/site-builds.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';
import { startCdn } from '../../support/servers/cdn.ts';
import { startStore, type TestStore } from '../../support/store.ts';

/**
 * Readers see changes made since the last deploy, through a stand-in for the platform's CDN in front of the real
 * functions.
 */
const projectDir = path.resolve(import.meta.dirname, '../../..');
let dir: string;
let site: string;
let server: LocalServer;
let store: TestStore;
let host: FunctionHost;
let cdn: Awaited<ReturnType<typeof startCdn>>;
let cookie = '';

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-between-'));
  site = path.join(dir, 'dist');
  server = await openServer(0);
  store = await startStore();
  const siteUrl = `http://localhost:${server.port}`;
  cdn = await startCdn(() => siteUrl);
  const fetchAll = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { host: asked } = new URL(input instanceof Request ? input.url : input);
    if (asked !== 'api.netlify.com') return fetchAll(input, init);
    const { cache_tags: tags } = JSON.parse(init?.body as string) as { cache_tags: string[] };
    return new Response(null, { status: cdn.purge(tags) });
  });
  Object.assign(process.env, {
    SITE_URL: siteUrl,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
    PUBLISH_EVERY: '60',
    NETLIFY_PURGE_API_TOKEN: 'a token of the tests',
    SITE_ID: 'a-site',
    RENDERER_ENTRY: (await sharedRenderer()).entry,
  });
  host = functionHost(
    await loadFunctions({
      directory: path.join(projectDir, 'functions'),
      projectDir,
      cacheDir: path.join(dir, 'cache'),
    }),
    { siteUrl },
  );
  await mkdir(site, { recursive: true });
  await writeFile(path.join(site, '404.html'), '<!doctype html><title>Not found</title><main></main>');
  server.serve({
    siteUrl,
    functions: host,
    files: staticFiles({
      releases: () => [layeredFiles([], site)],
      headers: await headerRules(projectDir),
      compressed: await compressedFiles(path.join(dir, 'compressed')),
    }),
    hookToken: 'token-of-the-hook',
    onBuildHook: () => undefined,
  });
  cookie = await signUp('ada');
});
afterAll(async () => {
  await Promise.all([server.stop(100), host.stop(100), cdn.stop()]);
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

async function signUp(handle: string): Promise<string> {
  const person = { email: `${handle}@example.org`, handle, password: 'a long enough passphrase' };
  return (await send('POST', '/api/auth/signup', person)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
async function send(method: string, address: string, body?: object, by = cookie): Promise<Response> {
  const origin = `http://localhost:${server.port}`;
  const headers = { Origin: origin, 'Content-Type': 'application/json', Cookie: by };
  return fetch(origin + address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}
/** The response that a reader gets at this address, from the CDN if it is cached there. */
const read = async (address: string) => (await fetch(cdn.url + address)).text();

/** Acts as the platform after a build has written these pages, and clears the CDN cache, as a deploy does. */
async function deploy(pages: Record<string, string>): Promise<void> {
  for (const [address, html] of Object.entries(pages)) {
    await mkdir(path.dirname(path.join(site, address)), { recursive: true });
    await writeFile(path.join(site, `${address}.html`), html);
  }
  const utils = { cache: { save: () => Promise.resolve(true) } };
  await onPostBuild({ utils, constants: { PUBLISH_DIR: site }, netlifyConfig: { headers: [] } });
}

test('the CDN drops a cached discussion when one of its participants changes their name', async () => {
  const written = await send('POST', '/api/notes', { title: 'Discussed', visibility: 'public' });
  const made = (await written.json()) as { note: { uuid: string }; path: string };
  const ben = await signUp('ben');
  const thread = `/api/notes/${made.note.uuid}/comments`;
  await send('PATCH', '/api/account', { name: 'Ben Before' }, ben);
  expect((await send('POST', thread, { body: 'So I say.' }, ben)).status).toBe(201);
  for (const address of [thread, made.path]) {
    await vi.waitFor(async () => expect(await read(address)).toContain('Ben Before'), withLongTimeout);
  }
  await send('PATCH', '/api/account', { name: 'Ben Behind' }, ben);
  for (const address of [thread, made.path]) {
    await vi.waitFor(async () => expect(await read(address)).toContain('Ben Behind'), withLongTimeout);
    expect(await read(address)).not.toContain('Ben Before');
  }
});

test('the CDN drops a cached page that names a note which nobody else may read any more', async () => {
  const write = async (note: object) =>
    (await (await send('POST', '/api/notes', { visibility: 'public', ...note })).json()) as {
      note: { uuid: string; rev: number };
      path: string;
    };
  const about = await write({ title: 'Of slips' });
  const { note } = await write({ title: 'A secret of mine', body: 'See [[Of slips]].' });
  await vi.waitFor(async () => expect(await read(about.path)).toContain('A secret of mine'), withLongTimeout);
  await send('PATCH', `/api/notes/${note.uuid}`, { rev: note.rev, visibility: 'private' });
  await vi.waitFor(async () => expect(await read(about.path)).not.toContain('A secret of mine'), withLongTimeout);
});

test('a built page shows the current note, costs one call until it changes, and shows the built version while the store is down', async () => {
  const made = (await (
    await send('POST', '/api/notes', { title: 'The first title', visibility: 'public' })
  ).json()) as {
    note: { uuid: string; rev: number };
    path: string;
  };
  const { uuid, rev } = made.note;
  await deploy({
    [made.path]: '<!doctype html><title>As built</title>',
    '/note/list/1': '<!doctype html><title>List as built</title>',
    '/index': '<!doctype html><title>Front page</title>',
  });
  expect(await read('/index.html')).toContain('Front page');

  for (const address of [made.path, '/note/list/1']) {
    expect(await read(address)).toContain('The first title');
    const before = cdn.asked();
    expect(await read(address)).toContain('The first title');
    expect(cdn.asked()).toBe(before);
  }

  // Three changes at once: the CDN refuses the third purge of the lists for five seconds.
  const address = `/api/notes/${uuid}`;
  await send('PATCH', address, { rev, body: 'A text.' });
  await send('PATCH', address, { rev: rev + 1, body: 'Another text.' });
  expect((await send('PATCH', address, { rev: rev + 2, body: 'The last text.' })).status).toBe(200);
  await vi.waitFor(async () => expect(await read(made.path)).toContain('The last text.'), withLongTimeout);
  await send('POST', '/api/notes', { title: 'A second note', visibility: 'public' });
  await vi.waitFor(async () => expect(await read('/note/list/1')).toContain('A second note'), withLongTimeout);

  expect((await send('DELETE', address)).status).toBe(204);
  await vi.waitFor(async () => expect(await read('/note/list/1')).not.toContain('The first title'), withLongTimeout);

  await store.redisProcess.stop();
  // The CDN cache is empty, and the functions have only the built files.
  cdn.purge(['note-lists'], Date.now() + 60_000);
  expect(await read('/note/list/1')).toContain('List as built');
  expect(await read('/index.html')).toContain('Front page');
  // A page without a built file says that the store is down, and when to come back.
  const never = await send('GET', '/tag/tea/1');
  expect([never.status, Number(never.headers.get('Retry-After'))]).toEqual([
    503,
    expect.toSatisfy((after) => after >= 1),
  ]);
  expect(await never.text()).toMatch(/The store .*Try again/);
});
