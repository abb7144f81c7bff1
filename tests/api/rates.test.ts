import { afterAll, beforeAll, expect, test } from 'vitest';
import { rates, type RateName } from '../../src/domain/limits.ts';
import { takeRate } from '../../src/server/store/rates.ts';
import { startApi, type Api, type Answer } from '../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi({ RATE_LIMIT_SCALE: '1' })));
afterAll(() => api.stop());

function expectTooMany(answer: Answer, windowSeconds: number) {
  const seconds = Number(answer.headers.get('Retry-After'));
  expect(answer.status).toBe(429);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(windowSeconds);
  expect(answer.body.detail).toMatch(/try again in \d+ (seconds?|minutes)\.$/);
}

test('signing in is refused after five attempts for one address and IP, even with the right password', async () => {
  const { user } = await api.signUp('victim');
  const attempt = (email: string, password: string, ip = '203.0.113.1') =>
    api.call('POST', '/api/auth/signin', { body: { email, password }, ip });
  for (let at = 0; at < 5; at += 1) expect((await attempt(user.email, 'wrong')).status).toBe(401);
  expectTooMany(await attempt(user.email, 'a long enough passphrase'), 60);
  expectTooMany(await attempt(user.email.toUpperCase(), 'wrong'), 60);
  expect((await attempt(user.email, 'a long enough passphrase', '203.0.113.2')).status).toBe(200);
  expect((await attempt('other@example.org', 'wrong')).status).toBe(401);
});

test('signing up is refused after five accounts from one IP; a form with mistakes does not count', async () => {
  const attempt = (handle: string, ip = '203.0.113.9') =>
    api.call('POST', '/api/auth/signup', {
      body: { email: `${handle}@example.org`, handle, password: 'a long enough passphrase' },
      ip,
    });
  for (let at = 0; at < 10; at += 1) expect((await attempt('-')).status).toBe(400);
  for (let at = 0; at < 5; at += 1) expect((await attempt(`person${at}`)).status).toBe(201);
  const before = await api.dump();
  expectTooMany(await attempt('person5'), 3600);
  expect(await api.dump()).toEqual(before);
  expect((await attempt('person5', '203.0.113.10')).status).toBe(201);
});

/** Counts as many calls as may be made by this key. */
async function useUp(name: RateName, key: string) {
  for (let at = 0; at < rates[name].calls; at += 1) await takeRate(api.store.redis, name, key, 1);
}

test('one address tries 60 accounts in ten minutes, so that nobody’s password is guessed by trying everybody’s', async () => {
  const { user } = await api.signUp('bystander');
  const signIn = (ip: string) =>
    api.call('POST', '/api/auth/signin', { body: { email: user.email, password: 'a long enough passphrase' }, ip });
  expect(rates.signInFrom.calls).toBe(60);
  await useUp('signInFrom', '203.0.113.30');
  expectTooMany(await signIn('203.0.113.30'), 600);
  expect((await signIn('203.0.113.31')).status).toBe(200);
});

test('programs search 120 times in a minute from one address', async () => {
  const search = (ip: string) => api.call('GET', '/api/search?q=tea', { ip });
  expect(rates.searches.calls).toBe(120);
  await useUp('searches', '203.0.113.40');
  expectTooMany(await search('203.0.113.40'), 60);
  // There is no site around this test whose index could be read, which is said only to those who may search.
  expect((await search('203.0.113.41')).status).toBe(503);
});

test('changing notes is refused after 120 times in an hour, so that mentions cannot flood', async () => {
  const { cookie } = await api.signUp('editor');
  const { body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'A note', visibility: 'private' } });
  const change = (rev: number) =>
    api.call('PATCH', `/api/notes/${body.note?.uuid}`, { cookie, body: { rev, title: `Version ${rev}` } });
  for (let rev = 1; rev <= 120; rev += 1) expect((await change(rev)).status).toBe(200);
  const before = await api.dump();
  expectTooMany(await change(121), 3600);
  expect(await api.dump()).toEqual(before);
});

test('writing is refused after sixty notes in an hour, and nothing is written', async () => {
  const { cookie } = await api.signUp('writer');
  const write = () => api.call('POST', '/api/notes', { cookie, body: { title: 'Again' } });
  for (let at = 0; at < 60; at += 1) expect((await write()).status).toBe(201);
  const before = await api.dump();
  expectTooMany(await write(), 3600);
  expect(await api.dump()).toEqual(before);
});
