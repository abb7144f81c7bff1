import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('writing is refused after sixty notes in an hour, and nothing is written', async () => {
  const { cookie } = await api.signUp('writer');
  const write = () => api.call('POST', '/api/notes', { cookie, body: { title: 'Again' } });
  for (let at = 0; at < 60; at += 1) expect((await write()).status).toBe(201);
  const before = await api.dump();
  expectTooMany(await write(), 3600);
  expect(await api.dump()).toEqual(before);
});
