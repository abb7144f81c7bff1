import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, vi } from 'vitest';
import { projectWith } from '../../../support/platform/emulator-project.ts';
import { startStoreFor } from '../../../support/platform/smoke-store.ts';
import type { TestStore } from '../../../support/store.ts';
import { origin } from '../../../support/servers/origin.ts';
import { smoke } from './smoke.ts';

// The emulator bundles its functions before the first response, and starts a worker for each call.
vi.setConfig({ hookTimeout: 480_000 });

/** The functions that the suite calls. */
const called = ['api', 'pictures'] as const;

describe("the API on the platform's own emulator", { tags: ['long'] }, () => {
  let store: TestStore;
  let emulator: ChildProcess;
  let project: Awaited<ReturnType<typeof projectWith>>;
  let url: string;

  beforeAll(async () => {
    store = await startStoreFor(origin);
    // In its own process, since workers inherit the test runner's conditions for resolving packages.
    const file = path.resolve(import.meta.dirname, '../../../support/platform/emulator-process.ts');
    project = await projectWith(called);
    emulator = fork(file, { cwd: project.folder, execArgv: [], env: { ...process.env, NODE_ENV: 'production' } });
    const [message] = (await once(emulator, 'message')) as [{ port: number }];
    url = `http://127.0.0.1:${message.port}`;
    await fetch(`${url}/api/_auth/session`);
  });
  afterAll(async () => {
    const ended = once(emulator, 'exit');
    emulator.disconnect();
    await ended;
    await project.remove();
    await store.stop();
  });

  smoke((target, init) => fetch(url + target, init));
});
