import { afterAll, beforeAll, expect, test } from 'vitest';
import pictures from '../../../functions/pictures.ts';
import { origin } from '../../support/servers/origin.ts';
import { liveCollection, liveCollectionsOf } from '../../../src/app/pages/live-collections.ts';
import type { InboxGroup } from '../../../src/inbox/model/notification.ts';
import { readUser } from '../../../src/people/server/people.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { syncPublished } from '../../../src/publishing/server/sync.ts';
import { openSnapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { changeOf } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { at, collecting } from '../../support/collections.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const { call, write, make } = collecting(
  () => api,
  () => ann,
);
const follows = (id: string, method = 'PUT') =>
  api.call(method, `/api/follows/collection/${id}`, { cookie: ben.cookie });
const get = (address: string) =>
  pictures(new Request(origin + address), { params: {}, ip: '203.0.113.7', requestId: 'request-1' });
async function inbox(): Promise<InboxGroup[]> {
  await api.settled();
  const answer = await api.call('GET', '/api/inbox', { cookie: ben.cookie });
  return (answer.body as unknown as { groups: InboxGroup[] }).groups;
}

test('who follows a public collection hears of every public note that comes into it', async () => {
  const teas = await make('Teas', { visibility: 'public' });
  const hidden = await make('Hidden', { visibility: 'unlisted' });
  expect((await follows(hidden.id)).status).toBe(404);
  expect((await follows(teas.id)).status).toBe(200);
  const green = await write('Green');
  await call('PUT', at(teas, green));
  await call('PUT', at(teas, await write('For myself', ann, { visibility: 'private' })));
  await call('PUT', at(hidden, await write('Elsewhere')));
  const groups = await inbox();
  expect(groups.map(({ kind, title }) => [kind, title])).toEqual([['collection', 'Green']]);
  await call('PUT', at(teas, green), { after: null });
  expect(await inbox()).toHaveLength(1);
  const listed = await api.call('GET', '/api/follows', { cookie: ben.cookie });
  expect(listed.body).toMatchObject({ follows: [{ kind: 'collection', name: 'Teas', path: '/u/ann/c/teas' }] });
  await call('PATCH', at(teas), { visibility: 'private' });
  expect((await api.call('GET', '/api/follows', { cookie: ben.cookie })).body).toMatchObject({ follows: [] });
});

test('a public collection has a picture under an address that changes with it, and no other has one', async () => {
  const shown = await make('A “picture” of 茶', { visibility: 'public' });
  const quiet = await make('Quiet', { visibility: 'unlisted' });
  const led = await get(`/collection/image/${shown.id}/0.png`);
  expect(led.status).toBe(302);
  const address = led.headers.get('Location') ?? '';
  expect(address).toBe(`/collection/image/${shown.id}/${Date.parse(shown.updatedAt)}.png`);
  const picture = await get(address);
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  for (const id of [quiet.id, crypto.randomUUID(), 'none']) {
    expect((await get(`/collection/image/${id}/0.png`)).status).toBe(404);
  }
});

test('what a banned person put together is out of sight while what they wrote is, and comes back with it', async () => {
  const dan = await api.signUp('dan');
  await make('Of Dan', { visibility: 'public' }, dan);
  const { redis } = api.store;
  const dir = await mkdtemp(path.join(tmpdir(), 'collections-'));
  const snapshot = await openSnapshot(path.join(dir, 'snapshot.db'), { prerendered: 10 });
  const seen = async () => {
    await syncPublished(redis, snapshot, 'here');
    const live = await liveCollection(redis, { handle: 'dan', slug: 'of-dan', number: 1 });
    const names = [snapshot.content.collectionsOf('dan'), liveCollectionsOf(redis, 'dan')];
    return [live?.collection.name, ...(await Promise.all(names)).map((one) => one.length)];
  };
  const change = async (standing: object | undefined) => {
    const user = await readUser(redis, dan.user.id);
    await redis.set(keys.user(dan.user.id), JSON.stringify({ ...user, standing }));
    const revision = await redis.incr(keys.head);
    await redis.zadd(keys.changes, { score: revision, member: changeOf.user(dan.user.id) });
  };
  try {
    expect(await seen()).toEqual(['Of Dan', 1, 1]);
    const at = new Date().toISOString();
    await change({ kind: 'banned', until: null, reason: 'Spam.', at, action: 'x', writings: 'hide' });
    expect(await seen()).toEqual([undefined, 0, 0]);
    await change(undefined);
    expect(await seen()).toEqual(['Of Dan', 1, 1]);
  } finally {
    snapshot.close();
    await rm(dir, { recursive: true });
  }
});
