import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runScheduled } from '../../../src/app/scheduled.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const at = (minute: number) => runScheduled(new Date(Date.UTC(2026, 10, 23, 12, minute)));
const always = [
  'account-deletion',
  'made-exports',
  'model-reading',
  'moderation-sweep',
  'publishing',
  'store-migration',
];
const everyOther = ['backup', 'export', 'mail'];

test('what is due every ten minutes is done every other time', async () => {
  for (const minute of [0, 10, 21])
    expect(Object.keys(await at(minute)).sort()).toEqual([...always, ...everyOther].sort());
  for (const minute of [5, 15, 26]) expect(Object.keys(await at(minute)).sort()).toEqual(always);
});

test('where nothing is due, each task says so', async () => {
  expect(await at(0)).toMatchObject({
    'account-deletion': false,
    'made-exports': 'none',
    'model-reading': 'no-model',
    'moderation-sweep': 0,
    publishing: 'up-to-date',
    backup: 'no-key',
    export: 'not-due',
  });
});

test('a task that fails is logged, and stops no other', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await api.store.gateway.stop();
  const outcomes = await at(0);
  expect(outcomes).toMatchObject({ 'store-migration': 'failed', export: 'failed', 'model-reading': 'no-model' });
  expect(logged.mock.calls.join('\n')).toContain('"task":"export"');
});
