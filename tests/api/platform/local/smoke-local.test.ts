import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { loadFunctions } from '../../../../netlify/local/functions/bundles.ts';
import { functionHost, type FunctionHost } from '../../../../netlify/local/functions/functions.ts';
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

  beforeAll(async () => {
    store = await startStoreFor(origin);
    cacheDir = await mkdtemp(path.join(tmpdir(), 'commonplace-smoke-'));
    const loaded = await loadFunctions({ directory: path.join(projectDir, 'functions'), projectDir, cacheDir });
    functions = functionHost(loaded, { siteUrl: origin });
    server = await openServer(0);
    server.serve({
      siteUrl: origin,
      functions,
      files: { serve: async () => undefined, notFound: async () => new Response(null, { status: 404 }) },
      hookToken: 'unused',
      onBuildHook: () => undefined,
    });
  });
  afterAll(async () => {
    await server.stop();
    await functions.stop();
    await store.stop();
    await rm(cacheDir, { recursive: true, force: true });
  });

  smoke((target, init) => fetch(`http://127.0.0.1:${server.port}${target}`, init));
});
