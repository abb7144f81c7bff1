import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { headRevision } from '../../../../src/platform/server/store/changes.ts';
import { createNote } from '../../../../src/notes/server/store/notes.ts';
import { connect, StoreUnreachable, type Connection, type Redis } from '../../../../src/platform/server/store/redis.ts';
import { routeInProcess, type InProcessServer } from '../../../../src/platform/server/store/transport.ts';
import { callLimit } from '../../../../src/platform/server/store/rates.ts';
import { acceptApiToken } from '../../../../src/people/server/store/api-tokens.ts';
import { readSessionCounting } from '../../../../src/people/server/store/live-session.ts';
import { replacePasswordHash } from '../../../../src/people/server/store/users.ts';
import { sampleNote } from '../../../support/samples.ts';
import { longTimeoutMs } from '../../../support/long-timeout.ts';
import { startStore } from '../../../support/store.ts';

let store: Awaited<ReturnType<typeof startStore>>;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/**
 * A client of a server with scripted responses. Its timeout is longer than any test, so that a busy machine cannot
 * trigger it.
 */
async function clientOf(listener: RequestListener, onBack?: Connection['onBack']) {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return connect({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'x',
    timeoutMs: longTimeoutMs,
    onBack,
  });
}

/** A client of a store in this process, without the network. */
function clientWithin(front: InProcessServer) {
  const url = 'http://within.invalid';
  routeInProcess(url, front);
  return connect({ url, token: 'x', timeoutMs: longTimeoutMs });
}

test.for(['over the network', 'within the process'])('%s, strings are read back unchanged', async (way) => {
  const redis = way === 'over the network' ? store.redis : clientWithin(store.gateway.front);
  for (const text of ['123', '1e3', 'null', '{"a":1}', 'a\u0000b', '😀', '\ud800', '']) {
    await redis.set('meta:text', text);
    expect(await redis.get('meta:text')).toBe(text.toWellFormed());
  }
  const many = await Promise.allSettled([redis.get('meta:text'), redis.lpush('meta:text', 'no list')]);
  expect(many).toMatchObject([{ value: '' }, { reason: { message: expect.stringContaining('WRONGTYPE') } }]);
  await expect(redis.lpush('meta:text', 'no list')).rejects.toThrow(/WRONGTYPE/);
  expect(await redis.multi().set('meta:text', '7').get('meta:text').exec()).toEqual(['OK', '7']);
});

test('an in-process store that does not answer is unreachable after the timeout', async () => {
  for (const [ask, mayBeWritten] of [
    [headRevision, false],
    [(redis: Redis) => createNote(redis, sampleNote()), true],
  ] as const) {
    const arrived = Promise.withResolvers<void>();
    const redis = clientWithin(() => {
      arrived.resolve();
      return new Promise(() => undefined);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const failed = expect(ask(redis)).rejects.toMatchObject({ name: 'StoreUnreachable', mayBeWritten });
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(longTimeoutMs);
    await failed;
    vi.useRealTimers();
  }
});

test('a store where nothing listens is unreachable long before the timeout, with the reason', async () => {
  const redis = await clientOf(() => undefined);
  server?.close();
  const failed = headRevision(redis);
  await expect(failed).rejects.toThrow(StoreUnreachable);
  await expect(failed).rejects.toMatchObject({ cause: { cause: { code: 'ECONNREFUSED' } } });
  await expect(createNote(redis, sampleNote())).rejects.toMatchObject({ mayBeWritten: false });
});

test('a write without a response may have been executed, and a read does not matter', async () => {
  const redis = await clientOf((request) => request.socket.destroy());
  await expect(createNote(redis, sampleNote())).rejects.toMatchObject({ mayBeWritten: true });
  await expect(headRevision(redis)).rejects.toMatchObject({ mayBeWritten: false });
});

test.for([
  [502, 'The region is down.', true],
  [503, '{"error":"ERR No space left on device"}', false],
  [429, '{"error":"too many"}', false],
  [200, '{"error":"LOADING Redis is loading the dataset in memory"}', false],
] as const)('a write answered with %i %s may have been executed: %s', async ([status, body, mayBeWritten]) => {
  const redis = await clientOf((_request, response) => response.writeHead(status).end(body));
  await expect(createNote(redis, sampleNote())).rejects.toMatchObject({ mayBeWritten });
});

test('a store that does not answer is unreachable after the timeout, and is tried once', async () => {
  let asked = 0;
  const arrived = Promise.withResolvers<void>();
  const redis = await clientOf(() => {
    asked += 1;
    arrived.resolve();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = expect(headRevision(redis)).rejects.toThrow(StoreUnreachable);
  await arrived.promise;
  vi.advanceTimersByTime(longTimeoutMs);
  await failed;
  expect(asked).toBe(1);
});

test.for([
  [503, '{"error":"down"}'],
  [429, '{"error":"too many"}'],
  [200, '<html>not a store</html>'],
  [200, '{"error":"LOADING Redis is loading the dataset in memory"}'],
  [200, '{"error":"NOREPLICAS Not enough good replicas to write."}'],
  [400, '{"error":"ERR max daily request limit exceeded. Limit: 10000, Usage: 10001."}'],
  [400, '{"error":"ERR max requests limit exceeded. Limit: 500000, Usage: 500000."}'],
  [400, '{"error":"ERR DB capacity quota exceeded"}'],
] as const)('a response of %i %s counts as unreachable', async ([status, body]) => {
  const redis = await clientOf((_request, response) => response.writeHead(status).end(body));
  await expect(headRevision(redis)).rejects.toThrow(StoreUnreachable);
});

test('a read is retried when its connection breaks; a write, which may have been executed, is not', async () => {
  let asked = 0;
  const redis = await clientOf((request, response) => {
    asked += 1;
    if (asked % 2 === 1) request.socket.destroy();
    else response.end('{"result":"7"}');
  });
  expect(await headRevision(redis)).toBe(7);
  asked = 0;
  await expect(createNote(redis, sampleNote())).rejects.toThrow(StoreUnreachable);
  expect(asked).toBe(1);
});

test('rate limit counts are retried too, alone and together with a read', async () => {
  let asked = 0;
  const redis = await clientOf((request, response) => {
    asked += 1;
    if (asked % 2 === 1) request.socket.destroy();
    else response.end(request.url === '/pipeline' ? '[{"result":null},{"result":null}]' : '{"result":null}');
  });
  const limit = callLimit('votes', 1);
  expect(await readSessionCounting(redis, 's_1', limit)).toBeUndefined();
  expect(await Promise.all([readSessionCounting(redis, 's_1', limit), headRevision(redis)])).toEqual([undefined, 0]);
  expect(await acceptApiToken(redis, 'a hash', new Date())).toBeUndefined();
  expect(asked).toBe(6);
});

test('a dead store is tried three times, and later requests fail at once until the next retry is due', async () => {
  let asked = 0;
  let dead = true;
  const back = vi.fn(async () => undefined);
  const began = Date.now();
  const redis = await clientOf(({ url }, response) => {
    asked += 1;
    const alive = url === '/pipeline' ? '[{"result":"7"},{"result":"7"}]' : '{"result":"7"}';
    response.writeHead(dead ? 503 : 200).end(dead ? 'The region is down.' : alive);
  }, back);
  for (let request = 0; request < 50; request += 1) {
    await expect(headRevision(redis)).rejects.toThrow(StoreUnreachable);
  }
  expect(asked).toBeLessThan(10);
  dead = false;
  await expect.poll(() => headRevision(redis).catch(() => undefined)).toBe(7);
  expect(await Promise.all([headRevision(redis), headRevision(redis)])).toEqual([7, 7]);
  // The callback is called once, when the outage is over.
  expect(back.mock.calls).toEqual([
    [{ since: expect.any(Date), until: expect.any(Date), words: 'Status 503: The region is down.' }],
  ]);
  const [[outage]] = back.mock.calls as unknown as [[{ since: Date; until: Date }]];
  expect(outage.since.getTime()).toBeGreaterThanOrEqual(began - 1);
  expect(outage.until.getTime()).toBeGreaterThan(outage.since.getTime() + 400);
});

test('a store that says when to come back is tried every time, and its message is passed on', async () => {
  const redis = await clientOf((_request, response) =>
    response.writeHead(503, { 'Retry-After': '4' }).end('{"error":"ERR No space left on device"}'),
  );
  for (let request = 0; request < 5; request += 1) {
    await expect(headRevision(redis)).rejects.toMatchObject({ retryAfterSeconds: 4, failure: 'full' });
  }
});

test('a refused command or token is a separate error, without secrets', async () => {
  await store.redis.lpush('user:u_ann:password', 'no string');
  const refused = replacePasswordHash(store.redis, 'u_ann', 'hidden-hash', 'another-hidden-hash');
  await expect(refused).rejects.not.toThrow(StoreUnreachable);
  await expect(refused).rejects.toThrow(/WRONGTYPE/);
  await expect(refused).rejects.not.toThrow(/hidden-hash/);
  const stranger = headRevision(connect({ url: store.url, token: 'wrong' }));
  await expect(stranger).rejects.not.toThrow(StoreUnreachable);
  await expect(stranger).rejects.toThrow(/WRONGPASS|Unauthorized/);
});

test('scripts that the store has forgotten are sent again', async () => {
  await createNote(store.redis, sampleNote());
  await store.redis.scriptFlush();
  await expect(createNote(store.redis, sampleNote())).resolves.toEqual({ revision: 2 });
});

test('calls made at the same moment share one request, in order, and each has its own result or error', async () => {
  const sent: string[] = [];
  const passed = await clientOf((request, response) => {
    void (async () => {
      let body = '';
      for await (const part of request) body += String(part);
      sent.push(request.url ?? '');
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${store.token}` };
      const answer = await fetch(store.url + request.url, { method: 'POST', body, headers });
      response.end(await answer.text());
    })();
  });
  await passed.set('meta:text', 'before');
  const all = await Promise.allSettled([
    passed.set('meta:text', 'after'),
    passed.get('meta:text'),
    passed.lpush('meta:text', 'no list'),
    passed.get('meta:text'),
  ]);
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    'OK',
    'after',
    expect.stringContaining('WRONGTYPE'),
    'after',
  ]);
  expect(sent).toEqual(['/', '/pipeline']);
});

test('if a shared request gets no response, only its writes may have been executed', async () => {
  const redis = await clientOf((request) => request.socket.destroy());
  const [read, write] = await Promise.allSettled([redis.get('a'), redis.set('a', 'b')]);
  expect([read, write]).toMatchObject([{ reason: { mayBeWritten: false } }, { reason: { mayBeWritten: true } }]);
});
