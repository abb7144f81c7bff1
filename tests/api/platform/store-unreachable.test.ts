import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApi, type ApiResponse, type Api, type Person } from '../../support/api.ts';

let api: Api;
let ada: Person;
beforeAll(async () => {
  api = await startApi();
  ada = await api.signUp('ada');
  await api.store.gateway.stop();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Open connections break at the next request; from here on no requests arrive.
  await api.call('GET', '/api/notes');
});
afterAll(() => api.stop());

const uuid = '0197a3c0-7b4e-7c1a-8f00-000000000001';
const note = { title: 'Kept', body: 'Text' };

/** Retry-After lasts only until the store is tried again, and the message says the same. */
function expectTrueTime({ headers, body }: ApiResponse): void {
  const seconds = Number(headers.get('Retry-After'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(5);
  expect(body.detail).toMatch(
    seconds === 1 ? /ry again in a second\.$/ : new RegExp(`ry again in ${seconds} seconds\\.$`),
  );
}

describe('while the store is unreachable', () => {
  test.each([
    ['POST', '/api/auth/signup', { email: 'b@example.org', handle: 'bob', password: 'a long enough passphrase' }],
    ['POST', '/api/auth/signin', { email: 'ada@example.org', password: 'a long enough passphrase' }],
    ['POST', '/api/notes', note],
    ['PATCH', `/api/notes/${uuid}`, { rev: 1, ...note }],
    ['DELETE', `/api/notes/${uuid}`, undefined],
    ['POST', '/api/publish', undefined],
    ['DELETE', '/api/_auth/session', undefined],
  ])('%s %s is 503, says when to retry and that nothing was saved', async (method, path, body) => {
    // Timers are frozen, so code that waited for one would hang.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answer = await api.call(method, path, { cookie: ada.cookie, body }).finally(() => vi.useRealTimers());
    expect(answer.status).toBe(503);
    expectTrueTime(answer);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(answer.body.detail).toMatch(/^Nothing was saved: .*What you typed is still here\./);
  });

  test.each(['/api/_auth/session', '/api/notes', '/api/notes?author=ada', `/api/notes/${uuid}`, '/api/publish'])(
    'GET %s is 503 and not cached',
    async (path) => {
      const answer = await api.call('GET', path, { cookie: ada.cookie });
      expect(answer.status).toBe(503);
      expectTrueTime(answer);
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
      expect(answer.headers.get('Netlify-CDN-Cache-Control')).toBeNull();
    },
  );

  test('a visitor without a cookie has an empty session, which needs no store', async () => {
    const answer = await api.call('GET', '/api/_auth/session');
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });

  test('invalid requests are still refused first', async () => {
    expect((await api.call('POST', '/api/auth/signin', { body: '{' })).status).toBe(400);
    expect((await api.call('POST', '/api/notes', { body: note })).status).toBe(401);
    expect((await api.call('PUT', '/api/notes', { body: note })).status).toBe(405);
  });

  test('each failure is logged as one JSON line with the request and without content', async () => {
    vi.mocked(console.warn).mockClear();
    await api.call('POST', '/api/notes', { cookie: ada.cookie, body: note });
    const [line] = vi.mocked(console.warn).mock.calls.flat() as string[];
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 'warn', requestId: 'request-1', path: '/api/notes' });
    expect(line).not.toContain('Kept');
  });
});
