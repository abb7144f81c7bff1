import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addToCollection,
  collectionsOf,
  memberships,
  purgeDeleted,
  removeFromCollection,
  uuidsOf,
} from '../../../src/library/server/collections.ts';
import { repair } from '../../../src/maintenance/doctor/doctor.ts';
import { limits } from '../../../src/platform/model/limits.ts';
import { inParts } from '../../../src/platform/model/parts.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { importCollection } from '../../../src/transfer/server/import/import-collections.ts';
import { deleteAccount, continueDeletions } from '../../../src/transfer/server/account/account-deletion.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionPath, collectionApi } from '../../support/collections.ts';

let api: Api;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  [ann, ben] = [await api.signUp('ann'), await api.signUp('ben')];
});
afterAll(() => api.stop());

const { call, write, make, named, head, faults } = collectionApi(
  () => api,
  () => ann,
);

test('a smart collection has a search, and notes cannot be added by hand', async () => {
  const smart = await make('Unread', { search: ' is:unread ' });
  expect(smart).toMatchObject({ search: 'is:unread', notes: null });
  expect((await call('PUT', collectionPath(smart, await write('By hand')))).status).toBe(409);
  const shown = await call('PATCH', collectionPath(smart), { visibility: 'public' });
  expect(shown).toMatchObject({ status: 400, body: { errors: [{ path: 'search' }] } });
  const typo = await call('POST', '/api/collections', { name: 'Typo', search: 'tagg:tea' });
  expect(typo).toMatchObject({ status: 400, body: { errors: [{ path: 'search' }] } });
  const named = await make('To brew');
  const naming = await make('Unread to brew', { search: 'collection:"to brew" is:unread' });
  await call('PATCH', collectionPath(named), { name: 'To drink' });
  await api.settled();
  expect((await call('GET', collectionPath(naming))).body.collection.search).toBe('collection:"To drink" is:unread');
  expect((await call('PATCH', collectionPath(smart), { search: 'tag:tea' })).body.collection.search).toBe('tag:tea');
  const refused = await call('PATCH', collectionPath(await make('By hand')), { search: 'tea' });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'search' }] } });
});

test('invalid input is reported at its field', async () => {
  const { name, description } = limits.collections;
  for (const [body, path] of [
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(name + 1) }, 'name'],
    [{ name: 'A', description: 'x'.repeat(description + 1) }, 'description'],
    [{ name: 'A', visibility: 'draft' }, 'visibility'],
    [{ name: 'A', search: '' }, 'search'],
    [{ name: 'A', parent: crypto.randomUUID() }, 'parent'],
  ] as const) {
    expect(await call('POST', '/api/collections', body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  }
  expect((await call('GET', '/api/collections/none')).status).toBe(404);
});

test('collections are accepted up to the limit, and the next is refused with what to do', async () => {
  const eve = await api.signUp('eve');
  const one = await make('One', {}, eve);
  const uuids = Array.from({ length: limits.collections.notes }, () => crypto.randomUUID());
  for (let from = 0; from < uuids.length; from += 1000) {
    const [first = { score: 0, member: '' }, ...rest] = uuids
      .slice(from, from + 1000)
      .map((member, at) => ({ score: from + at, member }));
    await api.store.redis.zadd(keys.collectionNotes(one.id), first, ...rest);
  }
  const refused = await call('PUT', collectionPath(one, await write('One more', eve)), undefined, eve);
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('10,000') } });
  const { redis } = api.store;
  await redis.zrem(keys.collectionNotes(one.id), ...uuids.slice(0, 150));
  const many = uuids.slice(0, 151).map(() => crypto.randomUUID());
  expect(await addToCollection(redis, eve.user.id, one.id, many)).toEqual({ ok: false, reason: 'full' });
  expect(await redis.zcard(keys.collectionNotes(one.id))).toBe(limits.collections.notes - 150);
  await call('DELETE', collectionPath(one), undefined, eve);
  let steps = 0;
  const until = new Date(Date.now() + 1000);
  const part = await purgeDeleted(redis, { userId: eve.user.id, until }, () => (steps += 1) < 3);
  expect([part, await redis.zcard(keys.collectionNotes(one.id))]).toEqual([{ purged: 0, isDone: false }, 7850]);
  expect(await purgeDeleted(redis, { userId: eve.user.id, until }, () => true)).toEqual({ purged: 1, isDone: true });
  for (let count = 0; count < limits.collections.count; count += 1) await make(`C${count}`, {}, eve);
  const full = await call('POST', '/api/collections', { name: 'Too many' }, eve);
  expect(full).toMatchObject({ status: 409, body: { detail: expect.stringContaining('500 collections') } });
});

test('at most fifty collections, twenty of them smart, can be public, in whatever way they become so', async () => {
  const gil = await api.signUp('gil');
  const { shown, shownSmart }: Record<'shown' | 'shownSmart', number> = limits.collections;
  const deleted = await make('Deleted', { visibility: 'public' }, gil);
  await call('DELETE', collectionPath(deleted), undefined, gil);
  const smart = { search: 'tea', visibility: 'public' };
  for (let count = 0; count < shownSmart; count += 1) await make(`S${count}`, smart, gil);
  const says = (what: string) => ({ status: 409, body: { detail: expect.stringContaining(what) } });
  const other = { name: 'One too many', ...smart };
  expect(await call('POST', '/api/collections', other, gil)).toMatchObject(says('20 smart collections'));
  for (let count = shownSmart; count < shown; count += 1) await make(`C${count}`, { visibility: 'unlisted' }, gil);
  const hidden = await make('Hidden', {}, gil);
  const changed = await call('PATCH', collectionPath(hidden), { visibility: 'public' }, gil);
  expect(changed).toMatchObject(says('you show 50 collections to others already'));
  expect(await call('PUT', collectionPath(deleted), undefined, gil)).toMatchObject(
    says('Make one of them private first.'),
  );
  const told = {
    id: crypto.randomUUID(),
    name: 'Brought',
    description: '',
    search: null,
    parent: null,
    from: 0,
    notes: [],
  };
  const came = await importCollection(
    api.store.redis,
    gil.user.id,
    { ...told, kind: 'collection', visibility: 'public', at: new Date().toISOString() },
    { visibility: 'kept', now: new Date() },
  );
  expect(came).toMatchObject({ outcome: 'kept', says: expect.stringContaining('private') });
  const all = await collectionsOf(api.store.redis, gil.user.id);
  expect(all.find(({ name }) => name === 'Brought')?.visibility).toBe('private');
  const [first = hidden] = all;
  expect((await call('PATCH', collectionPath(first), { name: 'Still shown' }, gil)).status).toBe(200);
  await call('PATCH', collectionPath(first), { visibility: 'private' }, gil);
  expect((await call('PUT', collectionPath(deleted), undefined, gil)).status).toBe(200);
});

test('many notes are added and removed in order, a hundred per round trip', async () => {
  const list = await make('Many');
  const uuids: string[] = [];
  for (let turn = 0; turn < 25; turn += 1) {
    uuids.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => write(`Note ${turn} ${at}`)))));
  }
  const { redis } = api.store;
  const foreign = await write('Not for Ann', ben, { visibility: 'private' });
  const added = await addToCollection(redis, ann.user.id, list.id, [...uuids, foreign]);
  expect(added).toMatchObject({ ok: true, added: uuids, refused: [{ uuid: foreign, reason: 'missing' }] });
  expect(await uuidsOf(redis, list.id)).toEqual(uuids);
  const found = await memberships(redis, ann.user.id, [...uuids, foreign]);
  expect([found.size, found.get(uuids[3] ?? ''), found.get(foreign)]).toEqual([250, [list.id], undefined]);
  const log = keys.libraryChanges(ann.user.id);
  const before = Number((await redis.zrange(log, -1, -1, { withScores: true })).at(-1));
  const removed = await removeFromCollection(redis, ann.user.id, list.id, uuids.slice(100));
  expect(removed).toMatchObject({ ok: true, removed: uuids.slice(100) });
  expect(await uuidsOf(redis, list.id)).toEqual(uuids.slice(0, 100));
  expect(await redis.zcount(log, before + 1, '+inf')).toBe(150);
});

test('only changes that others can see count as public changes', async () => {
  const list = await make('Quiet');
  const uuid = await write('Quiet too', ann, { visibility: 'private' });
  const before = await head();
  await call('PUT', collectionPath(list, uuid));
  await call('PATCH', collectionPath(list), { name: 'Still quiet' });
  expect(await head()).toBe(before);
  await call('PATCH', collectionPath(list), { visibility: 'public' });
  await call('DELETE', collectionPath(list, uuid));
  await call('PATCH', collectionPath(list), { visibility: 'private' });
  expect(await head()).toBe(before + 3);
  await call('DELETE', collectionPath(list));
  expect(await head()).toBe(before + 3);
});

test('deleted collections and accounts leave nothing behind', async () => {
  const fay = await api.signUp('fay');
  const [kept, gone] = [await make('Kept', { visibility: 'public' }, fay), await make('Gone', {}, fay)];
  const uuid = await write('Hers', ann);
  for (const one of [kept, gone]) await call('PUT', collectionPath(one, uuid), undefined, fay);
  const data = await api.call('GET', '/api/account/data', { cookie: fay.cookie });
  expect(data.status).toBeLessThan(500);
  await call('DELETE', collectionPath(gone), undefined, fay);
  const { redis } = api.store;
  await purgeDeleted(redis, { until: new Date(Date.now() + 1000) }, () => true);
  expect((await call('PUT', collectionPath(gone), undefined, fay)).status).toBe(404);
  expect(await redis.smembers(keys.collected(uuid))).toEqual([kept.id]);
  await call('DELETE', collectionPath(await make('In the bin', {}, fay)), undefined, fay);
  await deleteAccount(redis, fay.user.id, 'keep', new Date());
  await continueDeletions(redis, { userId: fay.user.id, writings: 'keep' }, new Date(), () => true);
  expect(await collectionsOf(redis, fay.user.id)).toEqual([]);
  const left = [...(await api.dump()).keys()].filter((key) => key.includes(fay.user.id) && /collect/.test(key));
  expect(left).toEqual([]);
  expect(await redis.exists(keys.collected(uuid), keys.collection(kept.id), keys.collection(gone.id))).toBe(0);
  expect(await faults()).toEqual([]);
});

test('the doctor finds and repairs inconsistencies', async () => {
  const list = await make('Broken', { visibility: 'public' });
  const uuid = await write('In it');
  await call('PUT', collectionPath(list, uuid));
  const { redis } = api.store;
  await redis.del(keys.collected(uuid));
  await redis.zrem(keys.collections(ann.user.id), list.id);
  await redis.hdel(keys.collectionSlugs(ann.user.id), list.slug);
  expect((await faults()).length).toBe(3);
  expect(await repair(redis)).toMatchObject({ repaired: 3, left: [] });
  expect(await named()).toContain('Broken');
});

test('collections too long to be compared are counted as they are stored', async () => {
  const list = await make('Long');
  const own = await write('Mine');
  await call('PUT', collectionPath(list, own));
  const key = keys.collectionNotes(list.id);
  const others = Array.from({ length: 20_000 }, (_, at) => `a note that is gone ${at}`);
  for (const some of inParts(others, 1000)) {
    const [first = { score: 1, member: '' }, ...rest] = some.map((member) => ({ score: 1, member }));
    await api.store.redis.zadd(key, first, ...rest);
  }
  const count = async () => {
    const all = (await call('GET', '/api/collections')).body.collections;
    return all.find(({ id }) => id === list.id)?.notes;
  };
  expect(await count()).toBe(20_001);
  await api.store.redis.del(key);
});
