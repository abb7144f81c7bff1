import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runScheduled } from '../../../src/app/scheduled.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const at = (minute: number) => runScheduled(new Date(Date.UTC(2026, 10, 23, 12, minute)));
const always = [
  'account-deletion',
  'bin',
  'collections',
  'copies',
  'due-times',
  'libraries',
  'links',
  'made-exports',
  'model-reading',
  'moderation-sweep',
  'pictures',
  'publishing',
  'store-migration',
];
const everyOther = ['backup', 'export', 'mail'];

test('tasks that are due every ten minutes run every other time', async () => {
  for (const minute of [0, 10, 21])
    expect(Object.keys(await at(minute)).sort()).toEqual([...always, ...everyOther].sort());
  for (const minute of [5, 15, 26]) expect(Object.keys(await at(minute)).sort()).toEqual(always);
});

test('each task reports that nothing is due', async () => {
  expect(await at(0)).toMatchObject({
    'account-deletion': 0,
    copies: 'none',
    'made-exports': 'none',
    'model-reading': 'no-model',
    'moderation-sweep': 0,
    publishing: 'up-to-date',
    backup: 'no-key',
    export: 'not-due',
  });
});

test('a run that is out of time sends no mail, and the next run does', async () => {
  const tenMinutes = 10 * 60_000;
  const tenth = Math.floor(Date.now() / tenMinutes) * tenMinutes;
  await api.store.redis.zadd(keys.weeklyDue, { score: 1, member: 'u_somebody' });
  expect(await runScheduled(new Date(tenth - tenMinutes))).toMatchObject({ mail: { weekly: { taken: 0 } } });
  // Its time starts with the next full ten minutes, so all of it is left.
  expect(await runScheduled(new Date(tenth + tenMinutes))).toMatchObject({ mail: { weekly: { taken: 1 } } });
});

test('a clock that is a year ahead for a while empties no bin, and one that stays there eventually does', async () => {
  const ada = await api.signUp('ada');
  const hourMs = 60 * 60_000;
  const days = (count: number) => count * 24 * hourMs;
  const begun = Date.now();
  const run = (after: number) => runScheduled(new Date(begun + after));
  const asAda = { cookie: ada.cookie };
  const left = async () => (await api.call('GET', '/api/bin', asAda)).body as unknown as { total: number };
  await run(0);
  const { note } = (await api.call('POST', '/api/notes', { ...asAda, body: { title: 'Deleted by a slip' } })).body;
  await api.call('DELETE', `/api/notes/${note?.uuid ?? ''}`, asAda);
  for (const hours of [0, 1, 20]) await run(days(365) + hours * hourMs);
  expect(await left()).toMatchObject({ total: 1 });
  // The clock is right again, and what is old enough by it is deleted.
  for (let day = 1; day <= 29; day += 1) await run(days(day));
  expect(await left()).toMatchObject({ total: 1 });
  for (const day of [30, 31]) await run(days(day));
  expect(await left()).toMatchObject({ total: 0 });
});

test('what was put off while the clock was a year ahead is due again', async () => {
  const now = Date.UTC(2026, 10, 23, 12, 5);
  const put = (key: string, days: number) =>
    api.store.redis.zadd(key, { score: now + days * 86_400_000, member: 'u_somebody' });
  await put(keys.exportsDue, 372);
  await put(keys.reviewDue('weekly'), 7);
  expect(await runScheduled(new Date(now))).toMatchObject({ 'due-times': 1 });
  expect(await api.store.redis.zscore(keys.exportsDue, 'u_somebody')).toBe(String(now));
  expect(await runScheduled(new Date(now))).toMatchObject({ 'due-times': 0 });
  await api.store.redis.del(keys.exportsDue, keys.reviewDue('weekly'));
});

test('a failing task is logged and does not stop others', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await api.store.gateway.stop();
  const outcomes = await at(0);
  expect(outcomes).toMatchObject({ 'store-migration': 'failed', export: 'failed', 'model-reading': 'no-model' });
  expect(logged.mock.calls.join('\n')).toContain('"task":"export"');
});
