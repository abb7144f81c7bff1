import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type Api, type Person } from './api.ts';
import { apiHelpers } from './api-helpers.ts';

/** Gives the importing test file an empty store before each test, in which Ann and Ben have just signed up. */
export let api: Api;
export let ann: Person;
export let ben: Person;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.store.redis.flushall();
  ann = await api.signUp('ann');
  ben = await api.signUp('ben');
});

export const { ask, write } = apiHelpers(() => api);
