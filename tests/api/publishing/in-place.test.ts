import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeDigests } from '../../../netlify/build/code-digest.ts';
import { buildInPlace } from '../../../netlify/build/configured-build.ts';
import { fileOf } from '../../../netlify/build/workers/work.ts';
import { noteFrom } from '../../../src/notes/model/note.ts';
import { paths } from '../../../src/platform/model/paths.ts';
import { createNote, deleteNote } from '../../../src/notes/server/store/notes.ts';
import { nameRestored } from '../../../src/platform/server/store/meta.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { projectRoot, sharedRenderer, siteBuilds, fileDigestsIn } from '../../support/builds/site-builds.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { origin } from '../../support/servers/origin.ts';

let store: TestStore;
let place: string;
let builds = 0;
let notes = 0;

beforeAll(async () => {
  store = await startStore();
  const user = { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: new Date(0).toISOString() };
  await createUser(store.redis, user, null);
  await sharedRenderer();
});
afterAll(() => store.stop());
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'commonplace-in-place-'));
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** A build as on the platform: into `dist`, with its cache next to it. */
async function build(): Promise<string> {
  const cacheDir = path.join(place, 'cache');
  const env = { SITE_URL: origin, PRERENDER_NOTES: 10_000 };
  const { code } = codeDigests(projectRoot);
  const buildId = `b${String((builds += 1)).padStart(6, '0')}`;
  const dist = path.join(place, 'dist');
  await buildInPlace(
    { redis: store.redis, env, code, renderer: sharedRenderer, buildId, now: new Date(), cacheDir },
    dist,
  );
  return dist;
}

async function write(title: string) {
  const uuid = `01890000-0000-7000-8000-${String((notes += 1)).padStart(12, '0')}`;
  const now = new Date(1_700_000_000_000 + notes * 1000);
  const draft = { title, body: 'Text.', tags: ['web'], visibility: 'public' as const };
  const note = noteFrom(draft, { uuid, authorId: 'u_ada', now });
  await createNote(store.redis, note);
  return note;
}

async function cleanSite(): Promise<Record<string, string>> {
  const clean = await siteBuilds(store.redis);
  const site = await clean.clean();
  await clean.remove();
  return site;
}

test('the output folder is updated in place, and equals a build from scratch', async () => {
  const first = await write('The first');
  const dist = await build();
  expect(await fileDigestsIn(dist)).toEqual(await cleanSite());
  await write('The second');
  const { uuid, rev, authorId } = first;
  await deleteNote(store.redis, { uuid, rev: rev + 1, authorId, deletedAt: new Date().toISOString() });
  await build();
  expect(existsSync(path.join(dist, fileOf(paths.note(first))))).toBe(false);
  expect(await fileDigestsIn(dist)).toEqual(await cleanSite());
  expect(existsSync(path.join(place, '.renderer/entry.mjs'))).toBe(true);
});

test('a half-written output folder is rebuilt', async () => {
  const note = await write('The third');
  const dist = await build();
  // A build first removes the record; one killed early has written only some files.
  await rm(`${dist}.json`);
  await rm(path.join(dist, fileOf(paths.note(note))));
  await write('The fourth');
  await build();
  expect(await fileDigestsIn(dist)).toEqual(await cleanSite());
});

test('a missing output folder is rebuilt, whatever is in the cache', async () => {
  await write('The fifth');
  const dist = await build();
  await rm(dist, { recursive: true });
  await build();
  expect(await fileDigestsIn(dist)).toEqual(await cleanSite());
});

test('a store that was emptied replaces no site, unless a backup was restored into it', async () => {
  const note = await write('Published');
  const dist = await build();
  const site = await fileDigestsIn(dist);
  await store.redis.flushall();
  const mallory = { id: 'u_mallory', handle: 'mallory', name: 'M', bio: '', createdAt: new Date(0).toISOString() };
  await createUser(store.redis, mallory, null);
  await expect(build()).rejects.toThrow(/^The store was emptied or is another one: .*Put that store back/);
  expect(await fileDigestsIn(dist)).toEqual(site);
  await nameRestored(store.redis);
  await build();
  expect(existsSync(path.join(dist, fileOf(paths.note(note))))).toBe(false);
});
