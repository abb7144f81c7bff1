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
  // One whose place is gone comes last.
  for (const one of [b, d]) await call('DELETE', collectionPath(one), undefined, elsa);
  await call('DELETE', collectionPath(tops[2]!), undefined, elsa);
  await call('PUT', collectionPath(d), undefined, elsa);
  expect((await all()).at(-1)).toBe('D');
  expect(await faults()).toEqual([]);
});
