import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveContent } from '../../../src/app/pages/live-content.ts';
import { movedPerson } from '../../../src/app/pages/answers.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  const { cookie } = await api.signUp('before');
  await api.call('POST', '/api/notes', { cookie, body: { title: 'By the same person' } });
  await api.call('PATCH', '/api/account', { cookie, body: { handle: 'after' } });
});
afterAll(() => api.stop());

test.each([
  ['/u/before', '/u/after'],
  ['/u/BEFORE', '/u/after'],
  ['/u/AFTER', '/u/after'],
  ['/u/before/2', '/u/after/2'],
  ['/u/before/feed.xml', '/u/after/feed.xml'],
])('%s is redirected to %s', async (from, to) => {
  expect(await movedPerson(api.store.redis, from)).toBe(to);
});

test.each(['/u/after', '/u/nobody', '/u/', '/u/%00', '/u/email:x', '/tag/before', '/note/list/before'])(
  '%s is not redirected',
  async (path) => {
    expect(await movedPerson(api.store.redis, path)).toBeUndefined();
  },
);

test('a page is rendered under the current handle only', async () => {
  const content = liveContent(api.store.redis);
  expect(await content.notesBy('before', 1)).toBeUndefined();
  expect(await content.feed({ kind: 'person', handle: 'before' })).toBeUndefined();
  expect((await content.notesBy('after', 1))?.author.handle).toBe('after');
});
