import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyBin, notifyPendingLibraries } from '../../../src/notes/server/notes.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('everyone who saved a note learns of each change, a few right away and the others in the background', async () => {
  const { redis } = api.store;
  const [ada, grace] = [await api.signUp('ada'), await api.signUp('grace')];
  const written = await api.call('POST', '/api/notes', { cookie: ada.cookie, body: { title: 'Loved', body: 'Text.' } });
  const uuid = written.body.note?.uuid ?? '';
  await api.call('PUT', `/api/notes/${uuid}/save`, { cookie: grace.cookie });
  const crowd = Array.from({ length: 300 }, (_, at) => `u_reader_${at}`);
  await redis.sadd(keys.savers(uuid), 'u_first', ...crowd);
  const last = async (userId: string) => Number((await redis.zscore(keys.libraryChanges(userId), uuid)) ?? 0);
  const retitle = (title: string, rev: number) =>
    api.call('PATCH', `/api/notes/${uuid}`, { cookie: ada.cookie, body: { rev, title } });
  const before = await last(grace.user.id);
  await retitle('Loved by more', 1);
  expect(await last(grace.user.id)).toBe(before);
  expect(await notifyPendingLibraries(redis, () => false)).toBe(0);
  let steps = 0;
  // The run stops halfway, as if its function had been killed, and the note changes again before the rest is done.
  await notifyPendingLibraries(redis, () => (steps += 1) < 2);
  await retitle('Loved by most', 2);
  expect(await notifyPendingLibraries(redis, () => true)).toBe(1);
  expect(await last(grace.user.id)).toBeGreaterThan(before);
  expect((await Promise.all(crowd.map(last))).every((revision) => revision > 0)).toBe(true);
  expect(await notifyPendingLibraries(redis, () => true)).toBe(0);
  const told = await last(grace.user.id);
  await api.call('DELETE', `/api/notes/${uuid}`, { cookie: ada.cookie });
  await emptyBin(redis, { until: new Date(Date.now() + 1000) }, () => true);
  expect(await last(grace.user.id)).toBeGreaterThan(told);
  expect(await redis.exists(keys.librariesPending)).toBe(0);
  for (const userId of ['u_first', ...crowd]) await redis.del(keys.libraryChanges(userId));
});
