import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSession, deleteSession, readSession, renewSession } from '../../../src/server/store/sessions.ts';
import { createUser } from '../../../src/server/store/users.ts';
import { aUser } from '../../support/samples.ts';
import { startStore } from '../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());
afterEach(() => {
  vi.restoreAllMocks();
});

const createdAt = '2025-06-01T12:00:00.000Z';
const ann = aUser();

async function open(sid = 's_1', ttlSeconds = 100): Promise<void> {
  await createUser(store.redis, ann, { passwordHash: 'hash' });
  await createSession(store.redis, { sid, userId: ann.id, createdAt, device: 'Firefox' }, ttlSeconds);
}

test('a session is read with its user in one round trip, and expires', async () => {
  await open();
  await readSession(store.redis, 's_1');
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await readSession(store.redis, 's_1')).toEqual({
    userId: ann.id,
    createdAt,
    provenAt: createdAt,
    renewedAt: createdAt,
    seenAt: createdAt,
    user: ann,
  });
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await store.redis.ttl('session:s_1')).toBeGreaterThan(90);
  await store.redis.pexpire('session:s_1', 1);
  await expect.poll(() => readSession(store.redis, 's_1')).toBeUndefined();
});

test('a session shows the person as they are now', async () => {
  await open();
  await store.redis.set(`user:${ann.id}`, JSON.stringify({ ...ann, name: 'Anne' }));
  expect(await readSession(store.redis, 's_1')).toMatchObject({ user: { name: 'Anne' } });
});

test('renewing moves the end and the date of renewal', async () => {
  await open();
  const now = new Date('2025-06-03T12:00:00.000Z');
  expect(await renewSession(store.redis, 's_1', 5000, now)).toBe(true);
  expect(await readSession(store.redis, 's_1')).toMatchObject({ createdAt, renewedAt: now.toISOString() });
  expect(await store.redis.ttl('session:s_1')).toBeGreaterThan(4900);
});

test('a revoked session is gone, stays gone when renewed, and leaves the others', async () => {
  await open();
  await createSession(store.redis, { sid: 's_2', userId: ann.id, createdAt, device: '' }, 100);
  await deleteSession(store.redis, 's_1');
  expect(await renewSession(store.redis, 's_1', 100, new Date())).toBe(false);
  expect(await readSession(store.redis, 's_1')).toBeUndefined();
  expect(await store.redis.exists('session:s_1')).toBe(0);
  expect(await readSession(store.redis, 's_2')).toMatchObject({ userId: ann.id });
  await deleteSession(store.redis, 's_1');
});

test('a session whose person is gone is none, and neither is an unknown one', async () => {
  await open();
  await store.redis.del(`user:${ann.id}`);
  expect(await readSession(store.redis, 's_1')).toBeUndefined();
  expect(await readSession(store.redis, 's_unknown')).toBeUndefined();
});
