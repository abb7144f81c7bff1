import { afterAll, beforeAll, expect, test } from 'vitest';
import handler from '../../functions/person-page.ts';
import { startApi, type Api } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  const { cookie } = await api.signUp('before');
  await api.call('PATCH', '/api/account', { cookie, body: { handle: 'after' } });
});
afterAll(() => api.stop());

const ask = (path: string) => {
  const { pathname } = new URL(path, 'http://localhost:8888');
  const params = { handle: pathname.split('/')[2] ?? '' };
  return handler(new Request(`http://localhost:8888${path}`), { params, ip: '', requestId: 'request-1' });
};

test.each([
  ['/u/before', '/u/after'],
  ['/u/BEFORE', '/u/after'],
  ['/u/before/feed.xml', '/u/after/feed.xml'],
  ['/u/before/rss.xml?page=1', '/u/after/rss.xml?page=1'],
])('%s leads to %s for good', async (from, to) => {
  const answer = await ask(from);
  expect([answer.status, answer.headers.get('Location')]).toEqual([301, to]);
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
});

test.each(['/u/after', '/u/nobody', '/u/..', '/u/%00', '/u/email:x'])('%s leads nowhere', async (path) => {
  expect((await ask(path)).status).toBe(404);
});
