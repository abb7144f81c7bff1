import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Collection, DeletedCollection } from '../../../src/library/model/collection.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { collectionPath, collectionApi } from '../../support/collections.ts';

let api: Api;
let ben: Person;
beforeAll(async () => {
  api = await startApi();
  ben = await api.signUp('ben');
});
afterAll(() => api.stop());

const { call, write, make, named, faults } = collectionApi(
  () => api,
  () => ben,
);

test('deleted collections are listed for their owner until they are restored, or gone for good with the bin', async () => {
  const dora = await api.signUp('dora');
  const binned = async (person = dora) =>
    (await call('GET', '/api/bin/collections', undefined, person)).body.collections as unknown as DeletedCollection[];
  const [herbs, roots] = [await make('Herbs', {}, dora), await make('Roots', { search: 'is:unread' }, dora)];
  const note = await write('Thyme', dora);
  await call('PUT', collectionPath(herbs, note), undefined, dora);
  for (const one of [herbs, roots]) await call('DELETE', collectionPath(one), undefined, dora);
  const days = 30 * 24 * 60 * 60 * 1000;
  const [last, first] = await binned();
  expect(await binned()).toMatchObject([
    { name: 'Roots', notes: null, search: 'is:unread' },
    { name: 'Herbs', notes: 1, search: null },
  ]);
  expect(Date.parse(last?.until ?? '') - Date.parse(last?.deletedAt ?? '')).toBe(days);
  expect(Date.parse(last?.deletedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first?.deletedAt ?? ''));
  expect(await binned(ben)).toEqual([]);
  expect((await call('PUT', collectionPath(herbs), undefined, dora)).status).toBe(200);
  expect(await binned()).toMatchObject([{ name: 'Roots' }]);
  expect((await call('DELETE', '/api/bin', undefined, dora)).body).toEqual({ emptied: 0, isDone: true });
  expect(await binned()).toEqual([]);
  expect((await call('PUT', collectionPath(roots), undefined, dora)).status).toBe(404);
  expect(await faults()).toEqual([]);
});

test('collections deleted one after the other are restored where they were, last deleted first', async () => {
  const elsa = await api.signUp('elsa');
  const tops = [];
  for (const name of ['A', 'B', 'C', 'D']) tops.push(await make(name, {}, elsa));
  const [, b, , d] = tops as [Collection, Collection, Collection, Collection];
  const inside = [];
  for (const name of ['E', 'F', 'G']) inside.push(await make(name, { parent: b.id }, elsa));
  const all = async () => await named(elsa);
  const before = await all();
  expect(before).toEqual(['A', 'B', 'E', 'F', 'G', 'C', 'D']);
  const gone = [...inside, b, d, tops[0]!];
  for (const one of gone) await call('DELETE', collectionPath(one), undefined, elsa);
  expect(await all()).toEqual(['C']);
  for (const one of gone.toReversed()) await call('PUT', collectionPath(one), undefined, elsa);
  expect(await all()).toEqual(before);
  // Its place does not depend on its neighbours, some of which are gone.
  for (const one of [b, d]) await call('DELETE', collectionPath(one), undefined, elsa);
  await call('DELETE', collectionPath(tops[2]!), undefined, elsa);
  await call('PUT', collectionPath(d), undefined, elsa);
  expect(await all()).toEqual(['A', 'D', 'E', 'F', 'G']);
  expect(await faults()).toEqual([]);
});

test('collections restored in the order in which they were deleted are where they were', async () => {
  const finn = await api.signUp('finn');
  const [a, b, c] = [await make('A', {}, finn), await make('B', {}, finn), await make('C', {}, finn)];
  const all = async (gone: Collection[]) => {
    for (const method of ['DELETE', 'PUT']) for (const one of gone) await call(method, collectionPath(one), {}, finn);
    return named(finn);
  };
  for (const gone of [
    [a, b],
    [b, c],
    [a, b, c],
  ])
    expect(await all(gone)).toEqual(['A', 'B', 'C']);
  expect(await faults()).toEqual([]);
});

test('a first child whose parent is gone stays between its neighbours', async () => {
  const gwen = await api.signUp('gwen');
  await make('Top', {}, gwen);
  const parent = await make('Parent', {}, gwen);
  const child = await make('Child', { parent: parent.id }, gwen);
  await make('Other', {}, gwen);
  for (const one of [child, parent]) await call('DELETE', collectionPath(one), undefined, gwen);
  await call('PUT', collectionPath(child), undefined, gwen);
  expect(await named(gwen)).toEqual(['Top', 'Child', 'Other']);
});
