import { afterAll, beforeAll, expect, test } from 'vitest';
import { examine } from '../../../src/maintenance/doctor/doctor.ts';
import { deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';

let api: Api;
let asking: Person;
beforeAll(async () => {
  api = await startApi();
  asking = await api.signUp('who_asks');
});
afterAll(async () => {
  await api.settled();
  expect((await examine(api.store.redis)).map(({ key }) => key)).not.toContain(keys.handles);
  await api.stop();
});

const named = async (prefix: string) => {
  const { body } = await api.call('GET', `/api/people?prefix=${prefix}`, { cookie: asking.cookie });
  return (body as { people: { handle: string; name: string }[] }).people.map(({ handle }) => handle);
};

test('people are found by handle prefix, in order, at most eight', async () => {
  for (const end of 'ihgfedcba') await api.signUp(`many_${end}`);
  await api.signUp('manyfold');
  expect(await named('many_')).toEqual([...'abcdefgh'].map((end) => `many_${end}`));
  expect(await named('MANYF')).toEqual(['manyfold']);
  expect(await named('many_i')).toEqual(['many_i']);
  expect(await named('nobody')).toEqual([]);
});

test('a changed handle replaces the old one in suggestions, and deleted accounts disappear', async () => {
  const mover = await api.signUp('before_that');
  const body = { handle: 'after_that' };
  expect((await api.call('PATCH', '/api/account', { cookie: mover.cookie, body })).status).toBe(200);
  expect(await named('before')).toEqual([]);
  expect(await named('after')).toEqual(['after_that']);
  expect((await deleteAccount(api.store.redis, mover.user.id, 'remove', new Date())).ok).toBe(true);
  expect(await named('after')).toEqual([]);
  expect(await named('former')).toEqual([]);
});

test.each(['', 'a b', '*', 'a'.repeat(25)])('“%s” is not a valid handle prefix', async (prefix) => {
  const path = `/api/people?prefix=${encodeURIComponent(prefix)}`;
  expect((await api.call('GET', path, { cookie: asking.cookie })).status).toBe(400);
});

test('visitors get no list of people', async () => {
  expect((await api.call('GET', '/api/people?prefix=many')).status).toBe(401);
});
