import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { publishIfBehind, requestBuild } from '../../../src/publishing/server/publishing.ts';
import { beginBuild, publishingState, recordPublished } from '../../../src/publishing/server/store/publishing.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { sendFile } from '../../support/imports.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

/** Where each build costs money, additions and edits wait up to an hour, and removals do not wait. */
let hook: Awaited<ReturnType<typeof startHttpServer>>;
let api: Api;
let ada: Person;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

beforeAll(async () => {
  hook = await startHttpServer((_, response) => response.writeHead(200).end());
  api = await startApi({ BUILD_HOOK_URL: `${hook.url}/hook`, PUBLISH_EVERY: '60' });
  ada = await api.signUp('ada');
});
afterAll(async () => {
  await api.stop();
  await hook.stop();
});

let builds = 0;
/** Records that everything was published this many minutes ago. */
async function published(minutes: number): Promise<void> {
  const buildId = `build-${(builds += 1)}`;
  const now = minutesAgo(minutes);
  const { head } = await beginBuild(api.store.redis, { buildId, now });
  await recordPublished(api.store.redis, { buildId, revision: head, now });
  await api.settled();
  hook.calls.length = 0;
}
beforeEach(() => published(5));

const ask = (method: string, path: string, body?: object) => api.call(method, path, { cookie: ada.cookie, body });
async function write(): Promise<{ uuid: string; rev: number }> {
  const { body } = await ask('POST', '/api/notes', { title: 'A note', visibility: 'public' });
  await api.settled();
  if (!body.note) throw new Error(body.detail);
  return body.note;
}
const heal = (now = new Date()) =>
  publishIfBehind(api.store.redis, { BUILD_HOOK_URL: `${hook.url}/hook`, PUBLISH_EVERY: 60 }, now);

test('an addition soon after a build requests none until the hour is over', async () => {
  const { uuid } = await write();
  await ask('POST', `/api/notes/${uuid}/comments`, { body: 'A comment' });
  await api.settled();
  expect(hook.calls).toEqual([]);
  expect(await heal()).toBe('later');
  expect(hook.calls).toEqual([]);
  expect(await heal(new Date(Date.now() + 56 * 60_000))).toBe('asked');
  expect(hook.calls).toHaveLength(1);
});

test('an addition an hour after the last build requests one at once', async () => {
  await published(61);
  await write();
  await write();
  expect(hook.calls).toHaveLength(1);
});

test('an addition after a build that was made while the clock was a year ahead requests one at once', async () => {
  await published(-365 * 24 * 60);
  await write();
  expect(hook.calls).toHaveLength(1);
});

test.each<[string, (note: { uuid: string; rev: number }) => Promise<unknown>]>([
  ['a note', ({ uuid }) => ask('DELETE', `/api/notes/${uuid}`)],
  ['what was public', ({ uuid, rev }) => ask('PATCH', `/api/notes/${uuid}`, { rev, visibility: 'private' })],
  ['what was in lists', ({ uuid, rev }) => ask('PATCH', `/api/notes/${uuid}`, { rev, visibility: 'unlisted' })],
  ['many notes', ({ uuid }) => ask('POST', '/api/library/actions', { action: 'delete', ids: [uuid] })],
  [
    'many unlisted notes',
    async ({ uuid, rev }) => {
      await ask('PATCH', `/api/notes/${uuid}`, { rev, visibility: 'unlisted' });
      await published(5);
      return ask('POST', '/api/library/actions', { action: 'visibility', ids: [uuid], visibility: 'private' });
    },
  ],
  [
    'a comment',
    async ({ uuid }) => {
      const { body } = await ask('POST', `/api/notes/${uuid}/comments`, { body: 'A comment' });
      await published(5);
      return ask('DELETE', `/api/comments/${body.comment?.id}`);
    },
  ],
])('removing %s requests a build at once', async (_, remove) => {
  const note = await write();
  await published(5);
  await remove(note);
  await api.settled();
  expect(hook.calls).toHaveLength(1);
});

test.each<[string, (note: { uuid: string; rev: number }) => Promise<unknown>]>([
  ['a note', ({ uuid, rev }) => ask('PATCH', `/api/notes/${uuid}`, { rev, title: 'Another title' })],
  ['tags of many', ({ uuid }) => ask('POST', '/api/library/actions', { action: 'tag', ids: [uuid], tags: ['web'] })],
  ['a profile', () => ask('PATCH', '/api/account', { name: `Ada ${builds}` })],
  [
    'a deletion',
    async ({ uuid }) => {
      await ask('POST', '/api/library/actions', { action: 'delete', ids: [uuid] });
      await published(5);
      return ask('POST', '/api/library/actions', { action: 'restore', ids: [uuid] });
    },
  ],
])('changing or undoing %s waits, as an addition does', async (_, change) => {
  const note = await write();
  await published(5);
  await change(note);
  await api.settled();
  expect((await publishingState(api.store.redis)).head).toBeGreaterThan(0);
  expect(await heal()).toBe('later');
  expect(hook.calls).toEqual([]);
});

test('members can have as many builds earlier than the interval as it makes itself in a day, and owners more', async () => {
  await api.store.redis.set('publish:early', 23);
  const [first, second] = [await write(), await write()];
  await ask('DELETE', `/api/notes/${first.uuid}`);
  await api.settled();
  expect(hook.calls).toHaveLength(1);
  await published(5);
  await ask('DELETE', `/api/notes/${second.uuid}`);
  await api.settled();
  expect(await heal()).toBe('later');
  const refused = await ask('POST', '/api/publish');
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('within 60 minutes') as string },
  });
  expect(hook.calls).toEqual([]);
  const asOwner = { insist: true, unlimited: true };
  const env = { BUILD_HOOK_URL: `${hook.url}/hook`, PUBLISH_EVERY: 60 };
  expect(await requestBuild(api.store.redis, env, asOwner)).toBe('asked');
  await api.store.redis.del('publish:early', 'publish:waiting');
});

test('a build that could not be requested does not count as early', async () => {
  await write();
  await api.store.redis.del('publish:early');
  // Nothing listens there.
  const broken = { BUILD_HOOK_URL: 'http://127.0.0.1:9/hook', PUBLISH_EVERY: 60 };
  expect(await requestBuild(api.store.redis, broken, { insist: true })).toBe('failed');
  expect(Number(await api.store.redis.get('publish:early'))).toBe(0);
});

test('a removal whose build never started is requested again before the hour is over', async () => {
  const { uuid } = await write();
  await published(5);
  await ask('DELETE', `/api/notes/${uuid}`);
  await api.settled();
  // The claim has expired.
  await api.store.redis.del('publish:waiting');
  expect(await heal()).toBe('asked');
  await published(5);
  expect((await publishingState(api.store.redis)).waiting).toBe(false);
  expect(await heal()).toBe('up-to-date');
});

test('"Publish now" requests a build at once, and none if everything is published', async () => {
  await write();
  expect(hook.calls).toEqual([]);
  expect((await ask('POST', '/api/publish')).status).toBe(202);
  expect(hook.calls).toHaveLength(1);
  await published(5);
  expect((await ask('POST', '/api/publish')).status).toBe(202);
  expect(hook.calls).toEqual([]);
});

test('an import of new notes waits, as an addition does', async () => {
  const { report } = await sendFile(api, ada, 'https://a.example\nhttps://b.example\n', {
    name: 'links.txt',
    visibility: 'public',
  });
  expect(report.lines).toHaveLength(2);
  expect((await publishingState(api.store.redis)).head).toBeGreaterThan(0);
  expect(hook.calls).toEqual([]);
});
