import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFunctions } from '../../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../../netlify/local/functions/functions.ts';
import { followRemovals } from '../../../../netlify/local/publishing/keep-published.ts';
import { compressedFiles } from '../../../../netlify/local/server/compressed.ts';
import { layeredFiles } from '../../../../netlify/local/server/layers.ts';
import { staticFiles } from '../../../../netlify/local/server/static-files.ts';
import { openServer, type LocalServer } from '../../../../netlify/local/server/server.ts';
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
  /** The revision of the change log that the served build shows. */
  let revision = 0;
  const removals = followRemovals({ record: () => ({ buildId: 'b', code: '', base: null, removed: [], revision }) });

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
    removals.stop();
    await server.stop();
    await functions.stop();
    await store.stop();
    await rm(cacheDir, { recursive: true, force: true });
  });

  smoke((target, init) => fetch(`http://127.0.0.1:${server.port}${target}`, init));

  test('a deleted note is gone at once while the build still has its file, which answers while the store is away', async () => {
    const address = `http://127.0.0.1:${server.port}`;
    const send = (method: string, target: string, body: object, cookie = '') =>
      fetch(address + target, {
        ...{ method, body: JSON.stringify(body) },
        headers: { Origin: origin, 'Content-Type': 'application/json', Cookie: cookie },
      });
    const person = { email: 'dora@example.org', handle: 'dora', password: 'a long enough passphrase' };
    const cookie = (await send('POST', '/api/auth/signup', person)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const made = await send('POST', '/api/notes', { title: 'For a day' }, cookie);
    const { note, path: at } = (await made.json()) as { note: { uuid: string }; path: string };
    const file = path.join(cacheDir, 'site', `${at}.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'As it was built');
    const answer = async () => {
      const response = await fetch(address + at);
      return [response.status, (await response.text()).includes('As it was built')];
    };
    expect(await answer()).toEqual([200, true]);
    expect((await send('DELETE', `/api/notes/${note.uuid}`, {}, cookie)).status).toBe(204);
    expect(await answer()).toEqual([410, false]);
    revision = 1_000_000;
    expect(await answer()).toEqual([200, true]);
    revision = 0;
    await store.stop();
    expect(await answer()).toEqual([200, true]);
  });
});
