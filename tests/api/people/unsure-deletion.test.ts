import { afterAll, beforeAll, expect, test } from 'vitest';
import { continueAllDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { listDeletions } from '../../../src/transfer/server/account/store/account-deletion.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

test.each([
  ['keep', 'remove'],
  ['remove', 'keep'],
] as const)('of deletions that %s and %s, the choice of the one that closed the account counts', async (...choices) => {
  const { redis } = api.store;
  const person = await api.signUp(`unsure_${choices[0]}`);
  const body = { title: 'For all', visibility: 'public' };
  const { note } = (await api.call('POST', '/api/notes', { cookie: person.cookie, body })).body;
  const ask = (writings: 'keep' | 'remove') => deleteAccount(redis, person.user.id, writings, new Date());
  const both = await Promise.all(choices.map(async (choice) => ((await ask(choice)).ok ? [choice] : [])));
  const [choice, ...others] = both.flat();
  expect(others).toEqual([]);
  // Calls that come later change nothing about it.
  for (const late of choices) expect(await ask(late)).toMatchObject({ ok: false, reason: 'missing' });
  expect(await listDeletions(redis)).toContainEqual(
    expect.objectContaining({ userId: person.user.id, writings: choice }),
  );
  await continueAllDeletions(redis, new Date(), () => true);
  expect((await api.call('GET', `/api/notes/${note?.uuid}`)).status).toBe(choice === 'keep' ? 200 : 410);
});
