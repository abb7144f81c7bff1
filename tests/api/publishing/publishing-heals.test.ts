import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCommand, buildService, type BuildService } from '../../../netlify/local/publishing/build-service.ts';
import { superviseBuilds } from '../../../netlify/local/publishing/supervise-builds.ts';
import { signal } from '../../../netlify/local/data-dir.ts';
import { openReleases, type Releases } from '../../../netlify/local/publishing/releases.ts';
import { requestBuild } from '../../../src/publishing/server/publishing.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { publishingState } from '../../../src/publishing/server/store/publishing.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { sampleNote } from '../../support/samples.ts';
import { projectRoot, sharedRenderer, sharedRenderers } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { expectCompleteSite } from '../../support/builds/whole-site.ts';
import { origin } from '../../support/servers/origin.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';
import { claimBuild } from '../../support/claim-build.ts';

let store: TestStore;
let dir: string;
let releases: Releases;
let service: BuildService;
let stopKeeping: () => void;
let hook: Awaited<ReturnType<typeof startHttpServer>>;

beforeEach(async () => {
  store = await startStore();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-heals-'));
  await mkdir(path.join(dir, 'cache'));
  await sharedRenderer();
  await symlink(sharedRenderers, path.join(dir, 'cache/renderer'), 'dir');
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: new Date(0).toISOString() };
  await createUser(store.redis, user, null);
  releases = await openReleases(path.join(dir, 'data'));
  const env = () => ({
    PATH: process.env.PATH,
    SITE_URL: origin,
    UPSTASH_REDIS_REST_URL: store.url,
    UPSTASH_REDIS_REST_TOKEN: store.token,
    SESSION_SECRET: 'a secret of the tests, long enough for all',
    CACHE_DIR: path.join(dir, 'cache'),
  });
  service = buildService({ releases, redis: store.redis, command: buildCommand, cwd: projectRoot, env });
  hook = await startHttpServer((_, response) => {
    service.request();
    response.writeHead(202).end();
  });
  await write();
  expect(await service.build()).toMatchObject({ ok: true });
  stopKeeping = superviseBuilds(store.redis, service);
});
afterEach(async () => {
  stopKeeping();
  await service.stop();
  await hook.stop();
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

const write = () => createNote(store.redis, sampleNote({ authorId: 'u_ada', visibility: 'public' }));
const ask = (insist = false) => requestBuild(store.redis, { BUILD_HOOK_URL: hook.url }, { insist });
const state = () => publishingState(store.redis);

/** The process of the requested build, once it runs. */
const buildPid = () =>
  vi.waitFor(() => service.pid() ?? Promise.reject(new Error('no build yet')), { ...withLongTimeout, interval: 1 });

async function expectHealed(): Promise<void> {
  const { head } = await state();
  await expect.poll(async () => (await state()).published?.revision).toBe(head);
  await service.idle();
  expect(await state()).toMatchObject({ head, waiting: false, building: null, failure: null });
  expect(releases.record()?.revision).toBe(head);
  await expectCompleteSite(releases);
}

for (const { when, reached, tags } of [
  { when: 'before it takes up its claim', reached: () => Promise.resolve(true), tags: ['long'] },
  {
    when: 'when it has just taken up its claim',
    reached: async () => (await state()).building !== null,
    tags: ['long'],
  },
  { when: 'while it writes', reached: async () => (await state()).building?.progress !== undefined, tags: [] },
]) {
  test(`a build killed ${when} is repeated without help`, { tags }, async () => {
    for (let count = 0; count < 30; count += 1) await write();
    expect(await ask()).toBe('asked');
    const pid = await buildPid();
    await vi.waitFor(async () => expect((await reached()) || service.pid() !== pid).toBe(true), {
      ...withLongTimeout,
      interval: 1,
    });
    if (service.pid() === pid) signal(-pid, 'SIGKILL');
    await expectHealed();
  });
}

test('a build that is killed repeatedly is published once it is left alone', { tags: ['long'] }, async () => {
  await write();
  expect(await ask()).toBe('asked');
  for (let killed = 0; killed < 4; killed += 1) {
    const pid = await buildPid();
    signal(-pid, 'SIGKILL');
    await vi.waitFor(() => expect(service.pid()).not.toBe(pid), withLongTimeout);
  }
  await expectHealed();
});

test('publishing manually after a killed build starts a new one', async () => {
  stopKeeping();
  await write();
  expect(await ask()).toBe('asked');
  signal(-(await buildPid()), 'SIGKILL');
  await expect.poll(async () => (await state()).failure).not.toBeNull();
  expect(await ask(true)).toBe('asked');
  await expectHealed();
});

test('a claim whose call to the build service was lost is picked up without help', async () => {
  await write();
  await claimBuild(store.redis, 3600);
  expect(await ask()).toBe('waiting');
  await expectHealed();
});

test('a build that ended while the store was down is recorded once it is back', async () => {
  await write();
  expect(await ask()).toBe('asked');
  await buildPid();
  signal(store.redisProcess.pid, 'SIGSTOP');
  await vi.waitFor(() => expect(service.busy()).toBe(false), { timeout: 100_000 });
  signal(store.redisProcess.pid, 'SIGCONT');
  // The proxy in front of the store notices a moment later.
  await vi.waitFor(state, withLongTimeout);
  await expectHealed();
});
