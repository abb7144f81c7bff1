import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadFunctions } from '../../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../../netlify/local/functions/functions.ts';
import { followRemovals } from '../../../../netlify/local/publishing/supervise-builds.ts';
import { startGateway } from '../../../../netlify/local/redis/gateway.ts';
import { compressedFiles } from '../../../../netlify/local/server/compressed.ts';
import { layeredFiles } from '../../../../netlify/local/server/layers.ts';
import { staticFiles } from '../../../../netlify/local/server/static-files.ts';
import { openServer, type LocalServer } from '../../../../netlify/local/server/server.ts';
import { headRevision } from '../../../../src/platform/server/store/changes.ts';
import { connect } from '../../../../src/platform/server/store/redis.ts';
import { sharedRenderer } from '../../../support/builds/site-builds.ts';
import { startStoreFor } from '../../../support/platform/smoke-store.ts';
import type { TestStore } from '../../../support/store.ts';
import { origin } from '../../../support/servers/origin.ts';
import { smoke } from './smoke.ts';

describe('the API on the local runtime', () => {
  const projectDir = path.resolve(import.meta.dirname, '../../../..');
  let store: TestStore;
  let cacheDir: string;
  let functions: FunctionHost;
  let server: LocalServer;
  /** The revision of the change log that the served build contains. */
  let revision = 0;
  const removals = followRemovals({
    record: () => ({ buildId: 'b', code: '', base: null, removed: [], broken: [], revision }),
  });

  beforeAll(async () => {
    store = await startStoreFor(origin);
    cacheDir = await mkdtemp(path.join(tmpdir(), 'commonplace-smoke-'));
    const loaded = await loadFunctions({ directory: path.join(projectDir, 'functions'), projectDir, cacheDir });
    functions = functionHost(loaded, { siteUrl: origin });
    server = await openServer(0);
    server.serve({
      siteUrl: origin,
      functions,
      files: staticFiles({
        releases: () => [layeredFiles([], path.join(cacheDir, 'site'))],
        headers: () => ({}),
        compressed: await compressedFiles(path.join(cacheDir, 'compressed')),
      }),
      isOld: removals.isOld,
      hookToken: 'unused',
      onBuildHook: () => undefined,
    });
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    removals.stop();
    await server.stop();
    await functions.stop();
    await store.stop();
    await rm(cacheDir, { recursive: true, force: true });
  });

  smoke((target, init) => fetch(`http://127.0.0.1:${server.port}${target}`, init));

  /** A note by a new person with a built page; `noteStatus` gives the status and whether the file was served. */
  async function builtNote(handle: string) {
    const address = `http://127.0.0.1:${server.port}`;
    const send = (method: string, target: string, body: object, cookie = '') =>
      fetch(address + target, {
        ...{ method, body: JSON.stringify(body) },
        headers: { Origin: origin, 'Content-Type': 'application/json', Cookie: cookie },
      });
    const password = 'a long enough passphrase';
    const joined = await send('POST', '/api/auth/signup', { email: `${handle}@example.org`, handle, password });
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const made = await send('POST', '/api/notes', { title: 'For a day' }, cookie);
    const { note, path: at } = (await made.json()) as { note: { uuid: string }; path: string };
    const file = path.join(cacheDir, 'site', `${at}.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'As it was built');
    const noteStatus = async () => {
      const response = await fetch(address + at);
      return [response.status, (await response.text()).includes('As it was built')];
    };
    expect(await noteStatus()).toEqual([200, true]);
    return {
      note,
      at,
      noteStatus,
      request: (method: string, target: string, body: object = {}) => send(method, target, body, cookie),
      password,
    };
  }

  test('content of a deleted account is gone although the build still has its files', async () => {
    await builtNote('owns_this');
    const { request, noteStatus, password } = await builtNote('leaves_soon');
    const deletion = await request('POST', '/api/account/deletion', { current: password, writings: 'remove' });
    expect(deletion.status).toBe(200);
    await expect.poll(noteStatus, { timeout: 60_000 }).toEqual([410, false]);
    revision = 1_000_000;
    expect(await noteStatus()).toEqual([200, true]);
    revision = 0;
  });

  test('pages of a person and their lists are gone at once although the build still has their files', async () => {
    vi.stubEnv('RENDERER_ENTRY', (await sharedRenderer()).entry);
    const { request, password } = await builtNote('shows_lists');
    const address = `http://127.0.0.1:${server.port}`;
    const named = { name: 'Teas', visibility: 'public' };
    const made = (await (await request('POST', '/api/collections', named)).json()) as { collection: { id: string } };
    const paths = ['/u/shows_lists/c/teas', '/u/shows_lists', '/%75/shows_lists'];
    for (const at of paths.slice(0, 2)) {
      await mkdir(path.join(cacheDir, 'site', path.dirname(at)), { recursive: true });
      await writeFile(path.join(cacheDir, 'site', `${at}.html`), 'As it was built');
    }
    const built = async () =>
      Promise.all(paths.map(async (at) => (await (await fetch(address + at)).text()).includes('As it was built')));
    // Excludes people removed by earlier tests.
    revision = await headRevision(store.redis);
    expect(await built()).toEqual([true, true, true]);
    await request('PATCH', `/api/collections/${made.collection.id}`, { visibility: 'private' });
    expect(await built()).toEqual([false, false, false]);
    revision = 1_000_000;
    expect(await built()).toEqual([true, true, true]);
    revision = await headRevision(store.redis);
    await request('POST', '/api/account/deletion', { current: password, writings: 'remove' });
    await expect.poll(built, { timeout: 60_000 }).toEqual([false, false, false]);
    const startedLater = followRemovals({
      record: () => ({ buildId: 'b', code: '', base: null, removed: [], broken: [], revision }),
    });
    await startedLater.readBack(store.redis);
    expect(paths.map((at) => startedLater.isOld(at))).toEqual([true, true, true]);
    expect(['/note/list/1', '/tag/tea/1'].map((at) => startedLater.isOld(at))).toEqual([true, true]);
    expect(startedLater.isOld('/')).toBe(false);
    startedLater.stop();
    revision = 0;
  });

  test('a deleted note is gone at once although the build still has its file, which is served only while the store is down', async () => {
    const { note, at, request, noteStatus } = await builtNote('dora');
    expect((await request('DELETE', `/api/notes/${note.uuid}`)).status).toBe(204);
    expect(await noteStatus()).toEqual([410, false]);
    const otherwise = await fetch(`http://127.0.0.1:${server.port}${at.replace('detail', 'd%65tail')}`);
    expect(await otherwise.text()).not.toContain('As it was built');
    // A process started later, or one that serves an earlier release again, learns of it from the change log.
    const startedLater = followRemovals({
      record: () => ({ buildId: 'b', code: '', base: null, removed: [], broken: [], revision: 0 }),
    });
    // The store is down at that moment and comes back.
    const stoppedGateway = await startGateway({ redis: store.redisProcess.url, token: store.token });
    await stoppedGateway.stop();
    const redis = connect({ url: stoppedGateway.url, token: store.token });
    const read = startedLater.readBackLater(redis);
    await expect(startedLater.readBack(redis)).rejects.toThrow();
    expect(startedLater.isOld(at)).toBe(false);
    const port = Number(new URL(stoppedGateway.url).port);
    const back = await startGateway({ redis: store.redisProcess.url, token: store.token, port });
    expect(await read).toBe(true);
    expect(startedLater.isOld(at)).toBe(true);
    startedLater.stop();
    await back.stop();
    revision = 1_000_000;
    expect(await noteStatus()).toEqual([200, true]);
    revision = 0;
    await store.stop();
    expect(await noteStatus()).toEqual([200, true]);
  });
});
