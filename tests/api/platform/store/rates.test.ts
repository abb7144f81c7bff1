import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rates } from '../../../../src/platform/model/limits.ts';
import { readRate, takeRate } from '../../../../src/platform/server/store/rates.ts';
import { startStore } from '../../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());
beforeEach(() => store.redis.flushall());

const { calls, windowSeconds } = rates.signIn;
const take = (key = 'a', scale = 1) => takeRate(store.redis, 'signIn', key, scale);

/** Moves all counted calls into the past. */
async function age(key: string, milliseconds: number): Promise<void> {
  const name = `rate:signIn:${key}`;
  const times = await store.redis.lrange<string>(name, 0, -1);
  for (const [index, time] of times.entries()) await store.redis.lset(name, index, Number(time) - milliseconds);
}

/** The database's own clock, on which the limits are based. */
const clock = async (): Promise<number> =>
  store.redis.eval("local time = redis.call('TIME') return time[1] * 1000 + math.floor(time[2] / 1000)", [], []);

/** Fails unless calls are refused until the first counted one leaves the window, however long this test takes. */
async function expectRefused(key: string): Promise<void> {
  const [first] = await store.redis.lrange<string>(`rate:signIn:${key}`, -1, -1);
  const left = async () => Math.ceil((Number(first) + windowSeconds * 1000 - (await clock())) / 1000);
  const max = await left();
  const answer = await take(key);
  const seconds = answer.ok ? 0 : answer.retryAfterSeconds;
  expect(seconds).toBeGreaterThanOrEqual(await left());
  expect(seconds).toBeLessThanOrEqual(max);
}

test('exactly as many calls pass as the limit allows, even at the same moment', async () => {
  const taken = await Promise.all(Array.from({ length: calls * 4 }, () => take()));
  expect(taken.filter(({ ok }) => ok)).toHaveLength(calls);
});

test('a refused call says when to retry, and a call passes then', async () => {
  for (let call = 0; call < calls; call += 1) await take();
  await expectRefused('a');
  await age('a', windowSeconds * 500);
  await expectRefused('a');
  await age('a', windowSeconds * 500);
  expect(await take()).toEqual({ ok: true });
});

test('refused calls do not count', async () => {
  for (let call = 0; call < calls; call += 1) await take();
  await age('a', windowSeconds * 500);
  for (let call = 0; call < calls; call += 1) expect((await take()).ok).toBe(false);
  await age('a', windowSeconds * 500);
  const taken = await Promise.all(Array.from({ length: calls }, () => take()));
  expect(taken.every(({ ok }) => ok)).toBe(true);
});

test('keys and names are counted separately, and the counts expire with their window', async () => {
  for (let call = 0; call < calls; call += 1) await take();
  expect((await take()).ok).toBe(false);
  expect(await take('b')).toEqual({ ok: true });
  expect(await takeRate(store.redis, 'notes', 'a', 1)).toEqual({ ok: true });
  const left = await store.redis.pttl('rate:signIn:a');
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(windowSeconds * 1000);
});

test('the scale multiplies the limit, but never below one call', async () => {
  const passed = async (key: string, scale: number) => {
    const taken = await Promise.all(Array.from({ length: calls * 3 }, () => take(key, scale)));
    return taken.filter(({ ok }) => ok).length;
  };
  expect(await passed('double', 2)).toBe(calls * 2);
  expect(await passed('none', 0.01)).toBe(1);
});

test('nobody waits for a time that the database’s clock had before it was set back', async () => {
  for (let call = 0; call < calls; call += 1) await take();
  const aYear = 365 * 24 * 60 * 60_000;
  await age('a', -aYear);
  expect(await readRate(store.redis, 'signIn', 'a', 1)).toEqual({ ok: true });
  expect(await take()).toEqual({ ok: true });
  expect(await store.redis.pttl('rate:signIn:a')).toBeLessThanOrEqual(windowSeconds * 1000);
});
