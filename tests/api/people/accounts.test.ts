import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, needsRehash, presentCost } from '../../../src/people/server/password-hash.ts';
import { findUserByEmail, replacePasswordHash } from '../../../src/people/server/store/users.ts';
import { productCost, startApi, type Api } from '../../support/api.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
  // As in the product: how long signing in takes is tested here.
  Object.assign(presentCost, productCost);
});
afterAll(() => api.stop());

const password = 'a long enough passphrase';
const signUp = (person: object) => api.call('POST', '/api/auth/signup', { body: { password, ...person } });
const signIn = (email: string, typed = password) =>
  api.call('POST', '/api/auth/signin', { body: { email, password: typed } });
const session = (cookie?: string) =>
  api.call('GET', '/api/_auth/session', { cookie, headers: { Accept: 'text/json' } });

describe('signing up', () => {
  test('creates the account and starts a session', async () => {
    const answer = await signUp({ email: 'Ada@Example.org', handle: '@Ada', name: 'Ada Lovelace' });
    expect(answer.status).toBe(201);
    expect(answer.body.user).toEqual({
      id: expect.stringMatching(/^u_[0-9a-f]{32}$/) as string,
      handle: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
    });
    expect((await session(answer.cookie)).body).toEqual({ user: answer.body.user });
  });

  test('sets a cookie that is limited to this host and hidden from scripts', async () => {
    const answer = await signUp({ email: 'cookie@example.org', handle: 'cookie' });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
  });

  test('without a name uses the handle as name', async () => {
    expect((await signUp({ email: 'noname@example.org', handle: 'noname' })).body.user?.name).toBe('noname');
    expect((await signUp({ email: 'blank@example.org', handle: 'blank', name: '  ' })).body.user?.name).toBe('blank');
  });

  test('says whether the address or the handle is taken, and writes nothing', async () => {
    await api.signUp('taken');
    const before = await api.dump();
    const both = await signUp({ email: 'taken@example.org', handle: 'taken' });
    expect(both.status).toBe(409);
    expect(both.body.errors?.map(({ path }) => path)).toEqual(['email', 'handle']);
    expect(both.cookie).toBeUndefined();
    const handle = await signUp({ email: 'other@example.org', handle: 'taken' });
    expect(handle.body.errors?.map(({ path }) => path)).toEqual(['handle']);
    expect(await api.dump()).toEqual(before);
  });

  test('simultaneously for one handle succeeds once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => signUp({ email: `race${at}@example.org`, handle: 'race' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  test('stores the password as an argon2id hash, and no response contains it', async () => {
    const answer = await signUp({ email: 'hash@example.org', handle: 'hash' });
    expect((await findUserByEmail(api.store.redis, 'hash@example.org'))?.passwordHash).toMatch(
      /^\$argon2id\$v=19\$m=19456/,
    );
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|passphrase/);
  });
});

describe('signing in', () => {
  beforeAll(() => api.signUp('grace'));

  test('returns the user and a new session', async () => {
    const first = await signIn('grace@example.org');
    const second = await signIn(' GRACE@example.org');
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.cookie).not.toBe(second.cookie);
    expect((await session(second.cookie)).body.user?.handle).toBe('grace');
  });

  test('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await signIn('grace@example.org', 'wrong');
    const unknown = await signIn('nobody@example.org', 'wrong');
    expect(wrong.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect([...unknown.headers]).toEqual([...wrong.headers]);
  });

  test('takes as long for an unknown address as for a wrong password', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      times.known.push(await cpuMsOf(() => signIn('grace@example.org', 'wrong')));
      times.unknown.push(await cpuMsOf(() => signIn(`nobody${round}@example.org`, 'wrong')));
    }
    // Without hashing, an unknown address would be answered in less than a fifth of the time.
    // Other load on the machine makes some attempts slower, and none faster.
    const ratio = Math.min(...times.unknown) / Math.min(...times.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('replaces a hash of an older cost, but not after a wrong password', async () => {
    const { user } = await api.signUp('older');
    const hashOf = async () => (await findUserByEmail(api.store.redis, user.email))?.passwordHash ?? '';
    const old = await hashPassword(password, { memory: 64, passes: 1, parallelism: 1 });
    await replacePasswordHash(api.store.redis, user.id, await hashOf(), old);
    await signIn(user.email, 'wrong');
    expect(await hashOf()).toBe(old);
    expect((await signIn(user.email)).status).toBe(200);
    expect(needsRehash(await hashOf())).toBe(false);
    expect((await signIn(user.email)).status).toBe(200);
  });
});
