import { afterAll, beforeAll, expect, test } from 'vitest';
import pictures from '../../../functions/pictures.ts';
import { origin } from '../../support/servers/origin.ts';
import { liveCollection, liveCollectionsOf } from '../../../src/app/pages/live-collections.ts';
import type { InboxGroup } from '../../../src/inbox/model/notification.ts';
import { groupSummary } from '../../../src/inbox/model/inbox-groups.ts';
import { readUser } from '../../../src/people/server/people.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { syncPublished } from '../../../src/publishing/server/sync.ts';
import { openSnapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { changeOf } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionPath, collectionApi } from '../../support/collections.ts';
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

const { call, write, make } = collectionApi(
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

test('followers of a public collection are notified of every public note that is added', async () => {
  const teas = await make('Teas', { visibility: 'public' });
  const hidden = await make('Hidden', { visibility: 'unlisted' });
  expect((await follows(hidden.id)).status).toBe(404);
  expect((await follows(teas.id)).status).toBe(200);
  const green = await write('Green');
  await call('PUT', collectionPath(teas, green));
  await call('PUT', collectionPath(teas, await write('For myself', ann, { visibility: 'private' })));
  await call('PUT', collectionPath(hidden, await write('Elsewhere')));
  const groups = await inbox();
  expect(groups.map(({ kind, title }) => [kind, title])).toEqual([['collection', 'Green']]);
  await call('PUT', collectionPath(teas, green), { after: null });
  await call('PUT', collectionPath(teas, await write('Black')));
  await call('PATCH', collectionPath(teas), { name: 'Good teas' });
  const [together, ...more] = await inbox();
  expect(more).toEqual([]);
  expect(together).toMatchObject({ title: 'Black', collection: { name: 'Good teas', path: '/u/ann/c/good-teas' } });
  expect(together && groupSummary(together)).toBe('2 new notes in “Good teas”');
  const listed = await api.call('GET', '/api/follows', { cookie: ben.cookie });
  expect(listed.body).toMatchObject({
    follows: [{ kind: 'collection', name: 'Good teas', path: '/u/ann/c/good-teas' }],
  });
  const mute = (method: string) => api.call(method, '/api/mutes/person/ann', { cookie: ben.cookie });
  const teaBy = await api.signUp('teaby');
  await call('PUT', collectionPath(teas, await write('By somebody else', teaBy)));
  await mute('PUT');
  expect(await inbox(), 'of whom is muted').toEqual([]);
  await mute('DELETE');
  await call('PATCH', collectionPath(teas), { visibility: 'private' });
  const [after] = await inbox();
  expect(after && groupSummary(after)).toBe('3 notes in a collection you follow');
  expect((await api.call('GET', '/api/follows', { cookie: ben.cookie })).body).toMatchObject({ follows: [] });
});

test('a public collection has a preview picture whose address changes with it, and others have none', async () => {
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

test('a banned person’s collections are hidden along with their notes, and restored with them', async () => {
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

/** A store that records the names of the commands sent to it. */
function counted(redis: Redis): { redis: Redis; sent: string[] } {
  const sent: string[] = [];
  const handler: ProxyHandler<Redis> = {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        sent.push(`${String(name)} ${typeof args[0] === 'string' ? args[0] : ''}`);
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  };
  return { redis: new Proxy(redis, handler), sent };
}

test('the page of a smart collection checks only changes since the last request', async () => {
  const cleo = await api.signUp('cleo');
  const teas = await make('Smart teas', { visibility: 'public', search: 'tea' }, cleo);
  const uuids = [];
  for (const title of ['Green tea', 'Coffee', 'Black tea']) uuids.push(await write(title, cleo));
  await write('Cup', cleo, { body: 'A [cup](https://example.org/tea).' });
  const { redis, sent } = counted(api.store.redis);
  const page = async () => {
    sent.length = 0;
    const found = await liveCollection(redis, { handle: 'cleo', slug: teas.slug, number: 1 });
    return { titles: found?.notes.map(({ note }) => note.title), total: found?.total };
  };
  expect(await page()).toEqual({ titles: ['Black tea', 'Green tea'], total: 2 });
  const reads = () => sent.filter((one) => one.startsWith('mget')).length;
  expect(reads()).toBe(2);
  await page();
  expect(reads()).toBe(1);
  const change = (uuid: string | undefined, title: string) =>
    api.call('PATCH', `/api/notes/${uuid}`, { cookie: cleo.cookie, body: { rev: 1, title } });
  await change(uuids[1], 'White tea');
  await change(uuids[0], 'Cocoa');
  expect(await page()).toEqual({ titles: ['Black tea', 'White tea'], total: 2 });
  expect(await page()).toEqual({ titles: ['Black tea', 'White tea'], total: 2 });
  await call('PATCH', collectionPath(teas), { search: 'cocoa' }, cleo);
  expect(await page()).toEqual({ titles: ['Cocoa'], total: 1 });
});

test('a build reads the notes of a collection only when it changed, and not when its owner did', async () => {
  const dora = await api.signUp('dora');
  const [one, two] = [
    await make('One', { visibility: 'public' }, dora),
    await make('Two', { visibility: 'public' }, dora),
  ];
  await call('PUT', collectionPath(one, await write('Mint', dora)), undefined, dora);
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-collections-'));
  const snapshot = await openSnapshot(path.join(dir, 'snapshot.db'), { prerendered: 100 });
  try {
    const { redis, sent } = counted(api.store.redis);
    const contents = () => sent.filter((each) => each.startsWith('zrange collection:'));
    const named = async () => (await snapshot.content.collectionsOf('dora')).map(({ name }) => name);
    await syncPublished(redis, snapshot, 'test');
    expect(await named()).toEqual(['One', 'Two']);
    sent.length = 0;
    await api.call('PATCH', '/api/me', { cookie: dora.cookie, body: { name: 'Dora' } });
    await syncPublished(redis, snapshot, 'test');
    expect(contents()).toEqual([]);
    await call('PATCH', collectionPath(two), { order: 0 }, dora);
    await syncPublished(redis, snapshot, 'test');
    expect(contents()).toEqual([`zrange ${keys.collectionNotes(two.id)}`]);
    expect(await named()).toEqual(['Two', 'One']);
    expect((await snapshot.content.collection('dora', one.slug, 1))?.total).toBe(1);
  } finally {
    snapshot.close();
    await rm(dir, { recursive: true });
  }
});

test('a suspended person cannot add to a collection that others can see', async () => {
  const eli = await api.signUp('eli');
  const [list, uuid] = [await make('Of Eli', { visibility: 'public' }, eli), await write('By Eli', eli)];
  const user = await readUser(api.store.redis, eli.user.id);
  const now = new Date();
  const standing = {
    kind: 'silenced',
    until: new Date(now.getTime() + 86_400_000).toISOString(),
    reason: 'Spam.',
    at: now.toISOString(),
    action: 'x',
  };
  await api.store.redis.set(keys.user(eli.user.id), JSON.stringify({ ...user, standing }));
  expect((await call('PUT', collectionPath(list, uuid), undefined, eli)).status).toBe(403);
  expect(await api.store.redis.exists(keys.collectionNotes(list.id))).toBe(0);
});
