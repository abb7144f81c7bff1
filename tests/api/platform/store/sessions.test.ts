import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addApiToken } from '../../../../src/people/server/store/api-tokens.ts';
import { addPasskey } from '../../../../src/people/server/store/passkeys.ts';
import { putFactor } from '../../../../src/people/server/store/second-factor.ts';
import { readSession } from '../../../../src/people/server/store/live-session.ts';
import { createSession, deleteSession, noteProof, renewSession } from '../../../../src/people/server/store/sessions.ts';
import { createUser } from '../../../../src/people/server/store/users.ts';
import { sampleUser } from '../../../support/samples.ts';
import { startStore } from '../../../support/store.ts';

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
const ann = sampleUser();
const passkey = { id: 'key', userId: ann.id, publicKey: '', counter: 0, transports: [], name: '', backedUp: false };
const key = { ...passkey, createdAt, lastUsedAt: null };

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

test('a session shows the person’s current data', async () => {
  await open();
  await store.redis.set(`user:${ann.id}`, JSON.stringify({ ...ann, name: 'Anne' }));
  expect(await readSession(store.redis, 's_1')).toMatchObject({ user: { name: 'Anne' } });
});

test('renewing extends the expiry and updates the renewal date', async () => {
  await open();
  const now = new Date('2025-06-03T12:00:00.000Z');
  expect(await renewSession(store.redis, 's_1', 5000, now)).toBe(true);
  expect(await readSession(store.redis, 's_1')).toMatchObject({ createdAt, renewedAt: now.toISOString() });
  expect(await store.redis.ttl('session:s_1')).toBeGreaterThan(4900);
});

test('an ended session can create no token, passkey or second factor, and record no proof of identity', async () => {
  await open('s_open');
  await createSession(store.redis, { sid: 's_ended', userId: ann.id, createdAt, device: '' }, 100);
  await deleteSession(store.redis, 's_ended');
  const before = await store.redis.keys('*');
  const by = { userId: ann.id, sid: 's_ended' };
  const activity = { kind: 'token-made', at: createdAt, device: 'Firefox' } as const;
  const token = { name: 'Tool', scope: 'read', createdAt } as const;
  const factor = { secret: 'sealed', since: createdAt, step: 1, codes: ['a'] };
  expect(await addApiToken(store.redis, by, 'hash', token, activity)).toBe('ended');
  expect(await addPasskey(store.redis, by.sid, key, activity)).toEqual({ ok: false, reason: 'ended' });
  expect(await putFactor(store.redis, by, factor, activity)).toBe('ended');
  expect(await noteProof(store.redis, by.sid, ann.id, new Date(), activity)).toBe(false);
  expect((await store.redis.keys('*')).sort()).toEqual(before.sort());
  // Nor can another person's session.
  const foreign = { userId: 'u_other', sid: 's_open' };
  expect(await addApiToken(store.redis, foreign, 'hash', token, activity)).toBe('ended');
  const mine = { ...by, sid: 's_open' };
  expect(await addApiToken(store.redis, mine, 'hash', token, activity)).toBe('added');
  expect(await addPasskey(store.redis, mine.sid, key, activity)).toEqual({ ok: true });
  expect(await putFactor(store.redis, mine, factor, activity)).toBe('put');
});

test('a revoked session stays gone when renewed, and does not affect others', async () => {
  await open();
  await createSession(store.redis, { sid: 's_2', userId: ann.id, createdAt, device: '' }, 100);
  await deleteSession(store.redis, 's_1');
  expect(await renewSession(store.redis, 's_1', 100, new Date())).toBe(false);
  expect(await readSession(store.redis, 's_1')).toBeUndefined();
  expect(await store.redis.exists('session:s_1')).toBe(0);
  expect(await readSession(store.redis, 's_2')).toMatchObject({ userId: ann.id });
  await deleteSession(store.redis, 's_1');
});

test('a session of a deleted person does not exist, nor does an unknown one', async () => {
  await open();
  await store.redis.del(`user:${ann.id}`);
  expect(await readSession(store.redis, 's_1')).toBeUndefined();
  expect(await readSession(store.redis, 's_unknown')).toBeUndefined();
});

test('a session started without the second step is not stored once that is enabled', async () => {
  await open();
  const session = { sid: 's_late', userId: ann.id, createdAt, device: '' };
  await store.redis.hset(`user:${ann.id}:factor`, { secret: 'sealed', since: createdAt, step: '1' });
  expect(await createSession(store.redis, { ...session, unasked: true }, 100)).toBe(false);
  expect(await readSession(store.redis, 's_late')).toBeUndefined();
  expect(await createSession(store.redis, session, 100)).toBe(true);
});

test('a passkey that is removed before its session is written signs nobody in', async () => {
  await open();
  const session = { sid: 's_2', userId: ann.id, createdAt, device: 'Firefox', passkeyId: key.id };
  expect(await createSession(store.redis, session, 100)).toBe(false);
  expect(await readSession(store.redis, 's_2')).toBeUndefined();
  const activity = { kind: 'passkey-added', at: createdAt, device: 'Firefox' } as const;
  expect((await addPasskey(store.redis, 's_1', key, activity)).ok).toBe(true);
  expect(await createSession(store.redis, session, 100)).toBe(true);
});
