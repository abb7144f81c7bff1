import { createClient } from '@redis/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { issueToken } from '../../../src/people/server/store/tokens.ts';
import { connect } from '../../../src/platform/server/store/redis.ts';
import { continueDeletions, deleteAccount } from '../../../src/transfer/server/account/account-deletion.ts';
import { defaultPassword, startApi, type ApiResponse, type Api } from '../../support/api.ts';
import { startHttpServer } from '../../support/servers/http-server.ts';

/** A proxy between product and store that can fail like the network to a remote store. */
let proxy: Awaited<ReturnType<typeof startHttpServer>>;
let isReachable = true;
/** The number of requests that still succeed before the store is out of memory. */
let remainingRequests = Infinity;
const full = { error: "OOM command not allowed when used memory > 'maxmemory'." };
let api: Api;
beforeAll(async () => {
  proxy = await startHttpServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      if (!isReachable) return response.writeHead(502).end('The region cannot be reached.');
      if (remainingRequests <= 0) {
        const sent = JSON.parse(Buffer.concat(parts).toString()) as unknown[];
        return response.end(JSON.stringify(request.url === '/pipeline' ? sent.map(() => full) : full));
      }
      remainingRequests -= 1;
      const { url, token } = api.store;
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await fetch(url + (request.url ?? ''), { method: 'POST', headers, body: Buffer.concat(parts) });
      const text = await answer.text();
      // A script that the store does not have yet is sent again in full.
      if (text.includes('NOSCRIPT')) remainingRequests += 1;
      return response.writeHead(answer.status).end(text);
    })();
  });
  api = await startApi({ UPSTASH_REDIS_REST_URL: proxy.url });
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

test('an owner sees when a remote store was unreachable, and its error message', async () => {
  const owner = await api.signUp('owner');
  const ann = await api.signUp('ann');
  await api.store.redis.set(
    `user:${owner.user.id}`,
    JSON.stringify({ ...(await stored(owner.user.id)), role: 'owner' }),
  );
  const ask = (cookie?: string) => api.call('GET', '/api/publish', { cookie });
  expect((await ask(owner.cookie)).body.outage).toBeUndefined();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  isReachable = false;
  for (let turn = 0; turn < 3; turn += 1) expect((await ask(owner.cookie)).status).toBe(503);
  isReachable = true;
  await expect.poll(async () => (await ask(owner.cookie)).status).toBe(200);
  warned.mockRestore();
  const { outage } = (await ask(owner.cookie)).body as { outage?: { since: string; until: string; words: string } };
  expect(outage?.words).toBe('Status 502: The region cannot be reached.');
  expect(Date.parse(outage?.until ?? '') - Date.parse(outage?.since ?? '')).toBeGreaterThan(400);
  expect((await ask(ann.cookie)).body.outage).toBeUndefined();
});

/** The first response of a call for which the store failed after something was written. */
async function failedAfterWriting(call: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (let trips = 1; ; trips += 1) {
    const before = await api.dump();
    remainingRequests = trips;
    const answer = await call();
    remainingRequests = Infinity;
    expect([answer.status, trips]).toEqual([503, trips]);
    if (JSON.stringify([...(await api.dump())]) === JSON.stringify([...before])) continue;
    warned.mockRestore();
    return answer;
  }
}

test('a call whose store failed after a write does not claim that nothing was saved', async () => {
  const { cookie } = await api.signUp('cleo');
  // Needs more than one round trip to write.
  const titles = Array.from({ length: 101 }, (_, at) => `Of tea ${at}`);
  await Promise.all(titles.map((title) => api.call('POST', '/api/notes', { cookie, body: { title, tags: ['tea'] } })));
  const body = { from: 'tea', to: 'green-tea' };
  const { detail, errors } = (await failedAfterWriting(() => api.call('POST', '/api/tags/rename', { cookie, body })))
    .body;
  expect(detail).toMatch(/^This may or may not have been saved/);
  expect(errors).toEqual([{ path: '', message: detail }]);
});

test('an account deletion interrupted by the store at any point fails without unhandled rejections and can be resumed', async () => {
  const onUnhandled = vi.fn();
  process.on('unhandledRejection', onUnhandled);
  const { cookie, user } = await api.signUp('goner');
  const note = (await api.call('POST', '/api/notes', { cookie, body: { title: 'Of tea' } })).body.note?.uuid;
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await deleteAccount(api.store.redis, user.id, 'remove', new Date());
  const outcomes: boolean[] = [];
  for (let trips = 0; trips < 50 && !outcomes.includes(true); trips += 1) {
    remainingRequests = trips;
    // Each time with a new connection, which does not know yet that the store is failing.
    const redis = connect({ url: proxy.url, token: api.store.token });
    const goingOn = continueDeletions(redis, { userId: user.id, writings: 'remove' }, new Date(), () => true);
    outcomes.push(await goingOn.catch(() => false));
  }
  remainingRequests = Infinity;
  warned.mockRestore();
  process.off('unhandledRejection', onUnhandled);
  expect(outcomes.length).toBeGreaterThan(3);
  expect(onUnhandled).not.toHaveBeenCalled();
  expect((await api.call('GET', `/api/notes/${note}`)).status).toBe(410);
});

test('while the store is out of memory people can still read their own data, even through rate-limited calls', async () => {
  const { cookie } = await api.signUp('emil');
  const tokenFor = async (scope: string) => {
    const made = await api.call('POST', '/api/tokens', {
      cookie,
      body: { name: 'A program', scope, current: defaultPassword },
    });
    return { Authorization: `Bearer ${(made.body as { secret?: string }).secret}` };
  };
  const [headers, exporting] = [await tokenFor('read'), await tokenFor('export')];
  const ids = [(await api.call('POST', '/api/notes', { cookie, body: { title: 'Of coffee' } })).body.note?.uuid];
  const paths = [
    '/api/library?q=tea',
    '/api/tags',
    '/api/titles?q=te',
    '/api/library/duplicates',
    '/api/_auth/session',
    // A person's own data can still be exported.
    '/api/account/data',
    '/api/export?format=markdown',
    `/api/books/${ids[0]}`,
  ];
  const readStatuses = async () => {
    const found: number[] = [];
    for (const path of paths) found.push((await api.call('GET', path, { cookie })).status);
    found.push((await api.call('GET', '/api/library?q=tea', { headers })).status);
    found.push((await api.call('GET', '/api/export?format=json', { headers: exporting })).status);
    found.push((await api.call('POST', '/api/exports', { cookie, body: { format: 'json' } })).status);
    found.push((await api.call('POST', '/api/export', { cookie, body: { ids, format: 'json' } })).status);
    found.push((await api.call('POST', '/api/books', { cookie, body: { ids, title: 'A book' } })).status);
    return found;
  };
  const allOk = [...paths, ...['by token', 'taken along', 'where', 'some', 'as a book']].map(() => 200);
  expect(await readStatuses()).toEqual(allOk);
  // What was written since is not indexed yet, and the session's last use is more than an hour ago.
  await api.call('POST', '/api/notes', { cookie, body: { title: 'Of tea' } });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
  const socket = { path: api.store.redisProcess.url, tls: false } as const;
  const memory = await createClient({ socket }).connect();
  await memory.configSet('maxmemory', '1mb');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    expect(await readStatuses()).toEqual(allOk);
    const { status, body } = await api.call('POST', '/api/notes', { cookie, body: { title: 'New' } });
    expect([status, body.detail]).toEqual([
      503,
      expect.stringMatching(/^Nothing was saved: the store takes nothing new/),
    ]);
  } finally {
    vi.useRealTimers();
    warned.mockRestore();
    await memory.configSet('maxmemory', '0');
    memory.destroy();
  }
});

test('a sign-up or reset that was saved before the store failed says so, and not to send it again', async () => {
  const account = { email: 'dora@example.org', handle: 'dora', password: defaultPassword };
  const { handle: _, ...signIn } = account;
  const joined = await failedAfterWriting(() => api.call('POST', '/api/auth/signup', { body: account }));
  expect(joined.body.detail).toBe(
    'Your account is there, but signing you in didn’t work. Sign in with it in a moment.',
  );
  expect((await api.call('POST', '/api/auth/signin', { body: signIn })).status).toBe(200);

  const { user } = (await api.call('POST', '/api/auth/signin', { body: signIn })).body;
  const record = { purpose: 'reset', userId: user?.id ?? '', email: account.email } as const;
  const token = await issueToken(api.store.redis, record, new Date());
  const password = 'another long enough passphrase';
  const reset = await failedAfterWriting(() => api.call('POST', '/api/auth/reset', { body: { token, password } }));
  expect(reset.body.detail).toMatch(/^Your new password is saved, but signing you in didn’t work/);
  expect((await api.call('POST', '/api/auth/signin', { body: { ...signIn, password } })).status).toBe(200);
});

async function stored(id: string): Promise<object> {
  return JSON.parse((await api.store.redis.get<string>(`user:${id}`)) ?? '{}') as object;
}
