import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OwnSession } from '../../../src/people/model/account.ts';
import { keys } from '../../../src/platform/server/store/keys.ts';
import { startApi, type Api } from '../../support/api.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

const current = 'a long enough passphrase';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const signIn = (email: string, password = current, headers = {}) =>
  api.call('POST', '/api/auth/signin', { body: { email, password }, headers });
const userOf = async (cookie?: string) => (await api.call('GET', '/api/_auth/session', { cookie })).body.user;
const sessions = async (cookie?: string) =>
  ((await api.call('GET', '/api/account/sessions', { cookie })).body as { sessions: OwnSession[] }).sessions;

describe('sessions', () => {
  test('are listed with device and last use, the current one first', async () => {
    const person = await api.signUp('many');
    await signIn(person.user.email, current, { 'User-Agent': firefox });
    const listed = await sessions(person.cookie);
    expect(listed.map(({ device, current: own }) => [device, own])).toEqual([
      ['An unknown device', true],
      ['Firefox on Linux', false],
    ]);
    const [name] = await api.store.redis.keys(keys.session('*'));
    expect(JSON.stringify(listed)).not.toContain(name?.slice('session:'.length));
  });

  test('can be ended individually, or all except the current one', async () => {
    const person = await api.signUp('ender');
    const others = await Promise.all([1, 2, 3].map(() => signIn(person.user.email)));
    const own = await sessions(others[0]?.cookie);
    const id = own[0]?.id ?? '';
    expect((await api.call('DELETE', `/api/account/sessions/${id}`, { cookie: person.cookie })).status).toBe(204);
    expect(await userOf(others[0]?.cookie)).toBeUndefined();
    expect((await api.call('DELETE', `/api/account/sessions/${id}`, { cookie: person.cookie })).status).toBe(404);
    expect((await api.call('DELETE', '/api/account/sessions', { cookie: person.cookie })).status).toBe(200);
    for (const { cookie } of others) expect(await userOf(cookie)).toBeUndefined();
    expect(await userOf(person.cookie)).toBeDefined();
    expect(await sessions(person.cookie)).toHaveLength(1);
  });

  test('of another person cannot be ended', async () => {
    const [person, other] = [await api.signUp('mine_only'), await api.signUp('theirs')];
    const [theirs] = await sessions(other.cookie);
    const end = api.call('DELETE', `/api/account/sessions/${theirs?.id}`, { cookie: person.cookie });
    expect((await end).status).toBe(404);
    expect(await userOf(other.cookie)).toBeDefined();
  });

  test('show when they were last used, to the hour', async () => {
    const person = await api.signUp('seen');
    const sid = (await api.store.redis.zrange<string[]>(keys.userSessions(person.user.id), 0, -1))[0] ?? '';
    const twoHoursAgo = new Date(Date.now() - 2 * 3600_000).toISOString();
    await api.store.redis.hset(keys.session(sid), { seenAt: twoHoursAgo });
    await userOf(person.cookie);
    const [session] = await sessions(person.cookie);
    expect(Date.parse(session?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(twoHoursAgo) + 3600_000);
  });

  test('are limited to 50: a new one ends the oldest', async () => {
    const person = await api.signUp('endless');
    for (let turn = 0; turn < 50; turn += 1) {
      const index = keys.userSessions(person.user.id);
      await api.store.redis.zadd(index, { score: Date.now() + turn, member: `s_made_up_${turn}` });
    }
    await signIn(person.user.email);
    expect(await api.store.redis.zcard(keys.userSessions(person.user.id))).toBe(50);
    expect(await userOf(person.cookie)).toBeUndefined();
  });
});
