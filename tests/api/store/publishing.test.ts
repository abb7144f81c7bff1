import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNote } from '../../../src/server/store/notes.ts';
import {
  beginBuild,
  claimBuild,
  publishingState,
  recordFailure,
  recordPublished,
  releaseClaim,
} from '../../../src/server/store/publishing.ts';
import { aNote } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

const now = new Date('2025-06-01T12:00:00.000Z');
const at = now.toISOString();
const state = () => publishingState(store.redis, now);

test('a store that was never published says so', async () => {
  expect(await state()).toEqual({ head: 0, published: null, waiting: false, building: null, failure: null });
});

test('of fifty callers at once one claims the build', async () => {
  const claims = await Promise.all(Array.from({ length: 50 }, () => claimBuild(store.redis, 60)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await state()).toMatchObject({ waiting: true });
});

test('a claim ends when it is released and when it expires', async () => {
  await claimBuild(store.redis, 60);
  await releaseClaim(store.redis);
  expect(await claimBuild(store.redis, 60)).toBe(true);
  await store.redis.pexpire('publish:waiting', 1);
  await expect.poll(() => claimBuild(store.redis, 60)).toBe(true);
  expect(await store.redis.ttl('publish:waiting')).toBeGreaterThan(50);
});

test('a build begins at the head, and ends the claim in the same step', async () => {
  await createNote(store.redis, aNote());
  await createNote(store.redis, aNote());
  await claimBuild(store.redis, 60);
  expect(await beginBuild(store.redis, { buildId: 'b1', now })).toEqual({ head: 2 });
  expect(await state()).toMatchObject({ head: 2, waiting: false, building: { buildId: 'b1', since: at } });
  expect(await claimBuild(store.redis, 60)).toBe(true);
});

test('a published build stops running and clears the failure before it', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now });
  await recordFailure(store.redis, { buildId: 'b1', message: 'No room left.', now });
  expect(await state()).toMatchObject({ building: null, failure: { buildId: 'b1', message: 'No room left.', at } });
  await beginBuild(store.redis, { buildId: 'b2', now });
  await recordPublished(store.redis, { buildId: 'b2', revision: 0, now });
  expect(await state()).toMatchObject({ published: { revision: 0, buildId: 'b2', at }, building: null, failure: null });
});

test('the published revision never goes back, and a late build does not end the running one', async () => {
  await recordPublished(store.redis, { buildId: 'b2', revision: 7, now });
  await beginBuild(store.redis, { buildId: 'b3', now });
  await recordFailure(store.redis, { buildId: 'b0', message: 'Late.', now });
  await recordPublished(store.redis, { buildId: 'b1', revision: 6, now });
  expect(await state()).toMatchObject({
    published: { revision: 7, buildId: 'b2' },
    building: { buildId: 'b3' },
    failure: { buildId: 'b0' },
  });
  await recordPublished(store.redis, { buildId: 'b3', revision: 7, now });
  expect(await state()).toMatchObject({ published: { revision: 7, buildId: 'b3' }, building: null, failure: null });
});

test('builds that end at once leave the newest as published', async () => {
  const revisions = Array.from({ length: 20 }, (_, index) => (index * 7) % 20);
  await Promise.all(
    revisions.map((revision) => recordPublished(store.redis, { buildId: `b${revision}`, revision, now })),
  );
  expect(await state()).toMatchObject({ published: { revision: 19, buildId: 'b19' } });
});

test('a build that has not ended after 15 minutes counts as dead', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now });
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(await publishingState(store.redis, minutesLater(15))).toMatchObject({ building: { buildId: 'b1' } });
  expect(await publishingState(store.redis, minutesLater(15.1))).toMatchObject({ building: null });
});
