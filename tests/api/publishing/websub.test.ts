import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildService } from '../../../netlify/local/publishing/build-service.ts';
import { openReleases } from '../../../netlify/local/publishing/releases.ts';
import { noteFrom, type Visibility } from '../../../src/notes/model/note.ts';
import { headRevision } from '../../../src/platform/server/store/changes.ts';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import { publishingState } from '../../../src/publishing/server/store/publishing.ts';
import { createUser } from '../../../src/people/server/store/users.ts';
import { announcePublished } from '../../../src/publishing/server/websub.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';
import { startStore, type TestStore } from '../../support/store.ts';
import { nowhere } from '../../support/servers/origin.ts';

const SITE_URL = 'https://commonplace.example';
const now = new Date('2026-05-01T10:00:00Z');
let store: TestStore;
let hub: Awaited<ReturnType<typeof startHttpServer>>;
let told: URLSearchParams[] = [];
let status = 204;
let count = 0;

beforeAll(async () => {
  store = await startStore();
  hub = await startHttpServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      told.push(new URLSearchParams(body));
      response.writeHead(status).end();
    });
  });
});
afterAll(async () => {
  await hub.stop();
  await store.stop();
});
beforeEach(async () => {
  await store.redis.flushall();
  [told, status] = [[], 204];
  await createUser(
    store.redis,
    { id: 'u_ada', handle: 'ada', name: 'Ada', bio: '', createdAt: now.toISOString() },
    null,
  );
});

async function write(tags: string[], visibility: Visibility = 'public'): Promise<void> {
  count += 1;
  const uuid = `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`;
  const note = noteFrom({ title: 'A note', body: '', tags, visibility }, { uuid, authorId: 'u_ada', now });
  await createNote(store.redis, note);
}
async function publish(settings: object = { SITE_URL, WEBSUB_HUB_URL: hub.url }): Promise<void> {
  const revision = await headRevision(store.redis);
  await announcePublished(store.redis, { buildId: `b${revision}`, revision, now }, settings);
}
const feeds = (...bases: string[]) =>
  bases.flatMap((base) => ['feed.xml', 'rss.xml', 'feed.json'].map((file) => `${SITE_URL}${base}/${file}`)).sort();
const topics = () => told.flatMap((call) => call.getAll('hub.url')).sort();

test('publishing notifies the hub of exactly the feeds that show changes', async () => {
  await write(['old']);
  await publish();
  told = [];
  await write(['方丈記', 'c#']);
  await publish();
  expect(told.map((call) => call.get('hub.mode'))).toEqual(['publish']);
  expect(topics()).toEqual(feeds('', '/tag/%E6%96%B9%E4%B8%88%E8%A8%98', '/tag/c%2523', '/u/ada'));
  expect((await publishingState(store.redis)).published?.revision).toBe(2);
});

test('publishing without changes notifies nobody', async () => {
  await write(['a']);
  await publish();
  told = [];
  await publish();
  expect(told).toEqual([]);
});

test('neither tags of unlisted notes nor private notes are announced', async () => {
  await write(['secret'], 'unlisted');
  await write(['more-secret'], 'private');
  await publish();
  expect(topics().join()).not.toContain('secret');
  expect(topics().join()).not.toContain('ada');
});

test('the first build of a large store announces only the feeds of the whole site', async () => {
  for (let notes = 0; notes < 210; notes += 1) await write([`t${notes}`]);
  await publish();
  expect(topics()).toEqual(feeds(''));
});

test('a failing hub does not fail publishing, and is logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await write(['a']);
  status = 500;
  await publish();
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('the hub answered 500'));
  expect((await publishingState(store.redis)).published?.revision).toBe(1);
  await write(['b']);
  await publish({ SITE_URL, WEBSUB_HUB_URL: nowhere });
  expect((await publishingState(store.redis)).published?.revision).toBe(2);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});

test('without a hub nobody is notified', async () => {
  await write(['a']);
  await publish({ SITE_URL });
  expect(told).toEqual([]);
  expect((await publishingState(store.redis)).published?.revision).toBe(1);
});

test('builds published by the local service are announced too', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-websub-'));
  const build = `import { mkdirSync, writeFileSync } from 'node:fs';
    const { OUT_DIR, BUILD_ID } = process.env;
    mkdirSync(OUT_DIR, { recursive: true });
    writeFileSync(OUT_DIR + '.json', JSON.stringify({ buildId: BUILD_ID, revision: 1, code: 'c' }));`;
  const service = buildService({
    releases: await openReleases(dir),
    redis: store.redis,
    command: [process.execPath, '--input-type=module', '--eval', build],
    cwd: dir,
    env: () => ({ PATH: process.env.PATH }),
    site: { SITE_URL, WEBSUB_HUB_URL: hub.url },
  });
  await write(['a']);
  expect(await service.build()).toMatchObject({ ok: true });
  expect(topics()).toEqual(feeds('', '/tag/a', '/u/ada'));
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});
