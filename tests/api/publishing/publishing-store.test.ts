import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createNote } from '../../../src/notes/server/store/notes.ts';
import {
  beginBuild,
  startHeartbeat,
  publishingState,
  recordFailure,
  recordPublished,
  releaseClaim,
} from '../../../src/publishing/server/store/publishing.ts';
import { sampleNote } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';
import { claimBuild } from '../../support/claim-build.ts';

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

test('of fifty simultaneous callers one claims the build', async () => {
  const claims = await Promise.all(Array.from({ length: 50 }, () => claimBuild(store.redis, 60)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await state()).toMatchObject({ waiting: true });
});

test('a claim ends when it is released or expires', async () => {
  await claimBuild(store.redis, 60);
  await releaseClaim(store.redis);
  expect(await claimBuild(store.redis, 60)).toBe(true);
  await store.redis.pexpire('publish:waiting', 1);
  await expect.poll(() => claimBuild(store.redis, 60)).toBe(true);
  expect(await store.redis.ttl('publish:waiting')).toBeGreaterThan(50);
});

test('a build starts at the current head and ends the claim in the same step', async () => {
  await createNote(store.redis, sampleNote());
  await createNote(store.redis, sampleNote());
  await claimBuild(store.redis, 60);
  expect(await beginBuild(store.redis, { buildId: 'b1', now })).toEqual({ head: 2 });
  expect(await state()).toMatchObject({ head: 2, waiting: false, building: { buildId: 'b1', since: at } });
  expect(await claimBuild(store.redis, 60)).toBe(true);
});

test('publishing a build ends it and clears earlier failures', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now });
  await recordFailure(store.redis, { buildId: 'b1', message: 'No room left.', now });
  expect(await state()).toMatchObject({ building: null, failure: { buildId: 'b1', message: 'No room left.', at } });
  await beginBuild(store.redis, { buildId: 'b2', now });
  await recordPublished(store.redis, { buildId: 'b2', revision: 0, now });
  expect(await state()).toMatchObject({ published: { revision: 0, buildId: 'b2', at }, building: null, failure: null });
});

test('the published revision never decreases, and a late build does not end the running one', async () => {
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

test('of builds that end at the same moment, the newest is recorded as published', async () => {
  const revisions = Array.from({ length: 20 }, (_, index) => (index * 7) % 20);
  await Promise.all(
    revisions.map((revision) => recordPublished(store.redis, { buildId: `b${revision}`, revision, now })),
  );
  expect(await state()).toMatchObject({ published: { revision: 19, buildId: 'b19' } });
});

test('a build without a heartbeat for a minute counts as dead', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now });
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  expect(await publishingState(store.redis, later(60))).toMatchObject({ building: { buildId: 'b1', since: at } });
  expect(await publishingState(store.redis, later(61))).toMatchObject({ building: null });
});

test('a build that was killed while the clock was a year ahead counts as dead', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now: new Date(now.getTime() + 365 * 86_400_000) });
  expect(await publishingState(store.redis, now)).toMatchObject({ building: null });
});

test('a running build sends heartbeats, and the next build’s claim lasts as long', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now: new Date(0) });
  await claimBuild(store.redis, 1);
  const stop = startHeartbeat(store.redis, 'b1');
  await expect.poll(() => store.redis.ttl('publish:waiting')).toBeGreaterThan(60);
  expect((await publishingState(store.redis)).building).toMatchObject({ buildId: 'b1' });
  stop();
});

test('failures are counted until a build is published, with growing retry delays', async () => {
  const failed = async (buildId: string, killed = false) => {
    await recordFailure(store.redis, { buildId, message: buildId, now, killed });
    const { failure } = await state();
    return [failure?.attempts, Date.parse(failure?.retryAt ?? '') - now.getTime()];
  };
  expect(await failed('b1')).toEqual([1, 1000]);
  expect(await failed('b2')).toEqual([2, 2000]);
  for (let build = 3; build < 30; build += 1) await failed(`b${build}`);
  expect(await failed('b30')).toEqual([30, 15 * 60_000]);
  // A build that is killed repeatedly is still retried soon.
  expect(await failed('b31', true)).toEqual([31, 5000]);
  await recordPublished(store.redis, { buildId: 'b32', revision: 0, now });
  expect(await failed('b33')).toEqual([1, 1000]);
});

test('a failure is recorded once, with the first message', async () => {
  await beginBuild(store.redis, { buildId: 'b1', now });
  await recordFailure(store.redis, { buildId: 'b1', message: 'Its own words.', now });
  await claimBuild(store.redis);
  await recordFailure(store.redis, { buildId: 'b1', message: 'It ended with code 1.', now });
  expect(await state()).toMatchObject({ waiting: true, failure: { message: 'Its own words.', attempts: 1 } });
});

test('a build that fails before it starts returns its claim', async () => {
  await claimBuild(store.redis);
  await recordFailure(store.redis, { buildId: 'b1', message: 'Killed.', now });
  expect(await state()).toMatchObject({ waiting: false, failure: { buildId: 'b1' } });
});

test('failures and claims written by an earlier version can be read', async () => {
  await store.redis.set('publish:waiting', 'yes', { ex: 60 });
  await store.redis.set('publish:failure', JSON.stringify({ buildId: 'b1', message: 'No.', at }));
  expect(await state()).toMatchObject({ waiting: true, failure: { attempts: 1, message: 'No.' } });
});
