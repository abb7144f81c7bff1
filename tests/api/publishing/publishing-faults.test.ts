import { mkdir, mkdtemp, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  buildCommand,
  buildService,
  type BuildOutcome,
  type BuildService,
} from '../../../netlify/local/publishing/build-service.ts';
import { signal } from '../../../netlify/local/data-dir.ts';
import { openReleases, type Releases } from '../../../netlify/local/publishing/releases.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { publishingState } from '../../../src/publishing/server/store/publishing.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { projectRoot, sharedRenderer, sharedRenderers } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { expectCompleteSite, servedTexts } from '../../support/builds/whole-site.ts';
import { origin } from '../../support/servers/origin.ts';
import { withLongTimeout } from '../../support/long-timeout.ts';

let store: TestStore;
let dir: string;
let releases: Releases;
let service: BuildService;
let written = 0;

beforeEach(async () => {
  store = await startStore();
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-faults-'));
  await mkdir(path.join(dir, 'cache'));
  await sharedRenderer();
  await symlink(sharedRenderers, path.join(dir, 'cache/renderer'), 'dir');
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: new Date(0).toISOString() };
  await createUser(store.redis, user, null);
  releases = await openReleases(path.join(dir, 'data'));
  service = serviceOf(releases);
});
afterEach(async () => {
  await service.stop();
  await store.stop();
  await rm(dir, { recursive: true, force: true });
});

function serviceOf(of: Releases, onEnd: (outcome: BuildOutcome) => void = () => undefined): BuildService {
  return buildService({
    releases: of,
    redis: store.redis,
    command: buildCommand,
    cwd: projectRoot,
    env: buildEnv,
    onEnd,
  });
}

const buildEnv = () => ({
  PATH: process.env.PATH,
  SITE_URL: origin,
  UPSTASH_REDIS_REST_URL: store.url,
  UPSTASH_REDIS_REST_TOKEN: store.token,
  SESSION_SECRET: 'a secret of the tests, long enough for all',
  CACHE_DIR: path.join(dir, 'cache'),
});

/** The process of the requested build, once it runs. */
const buildPid = () =>
  vi.waitFor(() => service.pid() ?? Promise.reject(new Error('no build yet')), { ...withLongTimeout, interval: 1 });

async function write(): Promise<void> {
  written += 1;
  const uuid = `01890000-0000-7000-8000-${String(written).padStart(12, '0')}`;
  const draft = { title: `Note ${written}`, body: 'Text.', tags: ['web'], visibility: 'public' as const };
  await createNote(store.redis, noteFrom(draft, { uuid, authorId: 'u_ada', now: new Date(written * 1000) }));
}

const expectWhole = () => expectCompleteSite(releases);

/** The site that the store should result in, as a build from scratch makes it: the title of every note on its page. */
async function expectPublished(): Promise<void> {
  await expectWhole();
  const texts = await servedTexts(releases);
  const pages = [...texts.keys()].filter((name) => /^note\/detail\/.*\.html$/.test(name));
  expect(pages).toHaveLength(written);
}

for (const { kills, tags } of [
  { kills: 5, tags: [] },
  { kills: 50, tags: ['long'] },
]) {
  const name = `a build that is killed at any of ${kills} moments leaves a whole site, and the next one is right`;
  test(name, { timeout: 1_200_000, tags }, async () => {
    written = 0;
    await write();
    expect(await service.build()).toMatchObject({ ok: true });
    let lastedMs: number | undefined;
    let killed = 0;
    while (killed < kills) {
      await write();
      const begun = performance.now();
      const outcome = service.build();
      const pid = await buildPid();
      // Spread over the whole duration of a build, which is measured first.
      const until = begun + (lastedMs === undefined ? Infinity : (killed / kills) * lastedMs);
      await vi.waitFor(() => expect(service.pid() === undefined || performance.now() > until).toBe(true), {
        ...withLongTimeout,
        interval: 1,
      });
      // The service still holds a build for a moment after it exits.
      if (service.pid() === pid) signal(-pid, 'SIGKILL');
      if ((await outcome).ok) lastedMs = performance.now() - begun;
      else killed += 1;
      await expectWhole();
    }
    expect(await service.build()).toMatchObject({ ok: true });
    await expectPublished();
  });
}

for (const { what, tags } of [
  { what: 'modules', tags: [] },
  // Damaged databases are detected like truncated ones, and missing templates are compiled as in a first build.
  { what: 'snapshot.db', tags: ['long'] },
  { what: 'renderer', tags: ['long'] },
]) {
  test(`a damaged ${what} is detected, and the next build is correct`, { tags }, async () => {
    written = 0;
    for (let count = 0; count < 30; count += 1) await write();
    expect(await service.build()).toMatchObject({ ok: true });
    await write();
    if (what === 'snapshot.db') {
      await Promise.all(['-wal', '-shm'].map((end) => rm(path.join(dir, `cache/snapshot.db${end}`), { force: true })));
      await writeFile(path.join(dir, 'cache/snapshot.db'), 'no database at all '.repeat(4000));
    } else if (what === 'modules') {
      const kept = await readdir(path.join(dir, 'cache/modules'), { recursive: true, withFileTypes: true });
      const files = kept.filter((entry) => entry.isFile());
      expect(files.length).toBeGreaterThan(100);
      for (const { parentPath, name } of files) await writeFile(path.join(parentPath, name), 'no code '.repeat(400));
    } else {
      await rm(path.join(dir, 'cache/renderer'));
      await mkdir(path.join(dir, 'cache/renderer'));
    }
    expect(await service.build()).toMatchObject({ ok: true });
    await expectPublished();
  });
}

test('a truncated snapshot is detected, and the next build is correct', async () => {
  written = 0;
  for (let count = 0; count < 60; count += 1) await write();
  expect(await service.build()).toMatchObject({ ok: true });
  await write();
  await truncate(path.join(dir, 'cache/snapshot.db'), 8192);
  expect(await service.build()).toMatchObject({ ok: true });
  await expectPublished();
});

test('a full disk leaves the site unchanged and is reported; with space again the next build is correct', async () => {
  written = 0;
  await write();
  const first = await service.build();
  if (!first.ok) throw new Error(first.reason);
  await write();
  // Limits file size to a kilobyte, which acts like a full disk on a build.
  const tight = buildService({
    releases,
    redis: store.redis,
    command: ['/bin/sh', '-c', 'ulimit -f 1; exec "$0" "$@"', ...buildCommand],
    cwd: projectRoot,
    env: buildEnv,
  });
  const outcome = await tight.build();
  expect(outcome.ok).toBe(false);
  expect(releases.record()?.buildId).toBe(first.record.buildId);
  await expectWhole();
  expect((await publishingState(store.redis)).failure?.message).toMatch(
    /EFBIG|ENOSPC|SIGXFSZ|full|disk|I\/O|too large/i,
  );
  expect(await service.build()).toMatchObject({ ok: true });
  await expectPublished();
});

test(
  'a store that goes down during a build leaves the site unchanged, and the next build is correct',
  { tags: ['long'] },
  async () => {
    written = 0;
    await write();
    const first = await service.build();
    if (!first.ok) throw new Error(first.reason);
    await write();
    process.kill(store.redisProcess.pid, 'SIGSTOP');
    const outcome = service.build();
    try {
      expect(await outcome).toMatchObject({ ok: false });
    } finally {
      process.kill(store.redisProcess.pid, 'SIGCONT');
    }
    await expectWhole();
    expect(await service.build()).toMatchObject({ ok: true });
    await expectPublished();
  },
);

test('two simultaneous builders leave a complete site, and the next build is correct', async () => {
  written = 0;
  await write();
  expect(await service.build()).toMatchObject({ ok: true });
  for (let count = 0; count < 20; count += 1) await write();
  const others = await openReleases(path.join(dir, 'other'));
  const other = serviceOf(others);
  await Promise.all([service.build(), other.build()]);
  await other.stop();
  await expectWhole();
  await write();
  expect(await service.build()).toMatchObject({ ok: true });
  await expectPublished();
});

test('a burst of a hundred writes is published by at most two builds', async () => {
  written = 0;
  const ended = vi.fn();
  service = serviceOf(releases, ended);
  const burst = Promise.all(
    Array.from({ length: 100 }, async () => {
      await write();
      service.request();
    }),
  );
  // A machine that writes slowly and builds fast starts a third one: the first ends within the burst.
  const first = await buildPid();
  signal(first, 'SIGSTOP');
  await burst;
  signal(first, 'SIGCONT');
  await service.idle();
  expect(ended.mock.calls.length).toBeLessThanOrEqual(2);
  await expectPublished();
});
