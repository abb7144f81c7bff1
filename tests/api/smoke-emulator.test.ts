import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { startStoreFor } from '../support/smoke-store.ts';
import type { TestStore } from '../support/store.ts';
import { smoke, smokeOrigin } from './smoke.ts';

// The emulator bundles each of nearly ninety functions before its first answer, minutes of work beside other tests, and
// starts a worker a call.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 900_000 });

describe("the API on the platform's own emulator", () => {
  let store: TestStore;
  let emulator: ChildProcess;
  let url: string;

  beforeAll(async () => {
    store = await startStoreFor(smokeOrigin);
    // A process of its own, for workers inherit the test runner's conditions of resolving packages.
    const file = path.resolve(import.meta.dirname, '../support/emulator-process.ts');
    emulator = fork(file, { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } });
    const [message] = (await once(emulator, 'message')) as [{ port: number }];
    url = `http://127.0.0.1:${message.port}`;
    await fetch(`${url}/api/openapi.json`);
  });
  afterAll(async () => {
    const ended = once(emulator, 'exit');
    emulator.disconnect();
    await ended;
    await store.stop();
  });

  smoke((target, init) => fetch(url + target, init));
});
