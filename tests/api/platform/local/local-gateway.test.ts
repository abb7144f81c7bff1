import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Redis as OfficialClient } from '@upstash/redis';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { gatewayTo } from '../../../../netlify/local/redis/gateway.ts';
import { StoreUnreachable } from '../../../../src/platform/server/store/redis.ts';
import { startStore, type TestStore } from '../../../support/store.ts';

let store: TestStore;
let official: OfficialClient;

beforeAll(async () => {
  store = await startStore();
  official = new OfficialClient({ url: store.url, token: store.token, enableTelemetry: false });
});
afterAll(() => store.stop());
beforeEach(() => official.flushdb());

/** The same matcher with a precise type. */
const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

async function ask(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(store.url + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${store.token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

describe('the official client', () => {
  test('reads back text in any script, empty strings and line breaks', async () => {
    for (const value of ['plain', 'Ἰλιάς 方丈記 الجليس 🪶', 'line\r\nbreak\0nul', '', 'OK', 'T0s=', '"quoted"']) {
      await official.set('key', JSON.stringify(value));
      expect(await official.get('key')).toBe(value);
    }
  });

  test('reads back a value of 250 KB', async () => {
    const value = 'é'.repeat(125_000);
    await official.set('large', value);
    expect(await official.get('large')).toBe(value);
  });

  test('returns numbers as numbers, missing values as null and nested arrays unchanged', async () => {
    expect(await official.incrby('count', 41)).toBe(41);
    expect(await official.get('absent')).toBeNull();
    await official.zadd('set', { score: 1, member: 'a' }, { score: 2, member: 'b' });
    expect(await official.zrange('set', 0, -1, { withScores: true })).toEqual(['a', 1, 'b', 2]);
    expect(await official.scan(0, { match: 'set' })).toEqual(['0', ['set']]);
    expect(await official.mget('absent', 'count')).toEqual([null, 41]);
  });

  test('runs a pipeline in order, with an error for the failing command only', async () => {
    const answers = await official.pipeline().set('text', 'a').incr('text').get('text').exec({ keepErrors: true });
    expect(answers.map((answer) => answer.error !== undefined)).toEqual([false, true, false]);
    expect(answers[1].error).toContain('not an integer');
    expect(answers[2].result).toBe('a');
  });

  test('runs a transaction atomically, and none of it if a command is malformed', async () => {
    expect(await official.multi().set('a', 'x').append('a', 'y').get('a').exec()).toEqual(['OK', 2, 'xy']);
    const refused = await ask('/multi-exec', [['SET', 'a', 'changed'], ['NOSUCH', 'command'], ['GET']]);
    expect(refused).toMatchObject({ status: 400, body: { error: matching(/^ERR unknown command/) } });
    expect(await official.get('a')).toBe('xy');
  });

  test('keeps other requests out of a running transaction', async () => {
    const rounds = Array.from({ length: 100 }, async (_, round) => {
      const seen = official.multi().set('turn', `r${round}`).get('turn').exec();
      await Promise.all([official.set('turn', 'other'), seen]);
      return (await seen)[1];
    });
    expect(await Promise.all(rounds)).toEqual(Array.from({ length: 100 }, (_, round) => `r${round}`));
  });

  test('evaluates scripts that return arrays, by text and by digest', async () => {
    const script = 'return {KEYS[1], {ARGV[1], 7, false}, "end"}';
    expect(await official.eval(script, ['k'], ['ü'])).toEqual(['k', ['ü', 7, null], 'end']);
    const sha = await official.scriptLoad(script);
    expect(await official.evalsha(sha, ['k'], ['v'])).toEqual(['k', ['v', 7, null], 'end']);
    await expect(official.evalsha('0'.repeat(40), [], [])).rejects.toThrow(/NOSCRIPT/);
    expect(await official.createScript<string[]>(`${script} -- new`).exec(['k'], ['v'])).toHaveLength(3);
  });
});

describe('the protocol', () => {
  test('refuses a wrong or missing token', async () => {
    const wrong = await ask('/', ['PING'], { Authorization: 'Bearer wrong' });
    expect(wrong).toMatchObject({ status: 401, body: { error: matching(/^Unauthorized/) } });
    expect((await fetch(store.url, { method: 'POST', body: '["PING"]' })).status).toBe(401);
  });

  test('encodes every string except a plain OK in base64, only on request', async () => {
    const base64 = { 'Upstash-Encoding': 'base64' };
    expect(await ask('/', ['SET', 'k', 'é'], base64)).toMatchObject({ status: 200, body: { result: 'OK' } });
    expect((await ask('/', ['GET', 'k'], base64)).body).toEqual({ result: 'w6k=' });
    expect((await ask('/', ['GET', 'k'])).body).toEqual({ result: 'é' });
    await ask('/', ['SET', 'k', 'OK']);
    expect((await ask('/', ['MGET', 'k', 'none'], base64)).body).toEqual({ result: ['T0s=', null] });
  });

  test('preserves bytes that are not text', async () => {
    await ask('/', ['EVAL', 'return redis.call("SET", KEYS[1], string.char(0, 255, 128))', 1, 'bytes']);
    const { body } = await ask('/', ['GET', 'bytes'], { 'Upstash-Encoding': 'base64' });
    expect(body).toEqual({ result: Buffer.from([0, 255, 128]).toString('base64') });
  });

  test.each([
    ['/', '{"not": "an array"}'],
    ['/', '[["nested"]]'],
    ['/', '[]'],
    ['/', 'not JSON'],
    ['/pipeline', '["not", "arrays"]'],
    ['/multi-exec', '[]'],
    ['/nowhere', '["PING"]'],
  ])('answers 400 with an ERR to %s %s', async (path, body) => {
    expect(await ask(path, body)).toMatchObject({ status: 400, body: { error: matching(/^ERR /) } });
  });

  test('answers 400 with Redis’s message when a command fails', async () => {
    await ask('/', ['SET', 'k', 'text']);
    expect(await ask('/', ['INCR', 'k'])).toEqual({
      status: 400,
      body: { error: 'ERR value is not an integer or out of range' },
    });
  });

  test('supports no commands that would change the shared connection', async () => {
    for (const command of [['SELECT', 1], ['multi'], ['SUBSCRIBE', 'c'], ['BLPOP', 'k', 0], ['SHUTDOWN']]) {
      expect(await ask('/', command)).toMatchObject({
        status: 400,
        body: { error: matching(/not available/) },
      });
    }
  });
});

describe('a database that goes down', () => {
  test('is reported to callers promptly', async () => {
    const other = await startStore();
    await other.redis.set('k', 'v');
    await other.redisProcess.stop();
    // Timers are frozen, so code that waited for one would hang.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await expect(other.redis.get('k')).rejects.toBeInstanceOf(StoreUnreachable);
    await other.gateway.stop();
    await expect(other.redis.get('k')).rejects.toBeInstanceOf(StoreUnreachable);
    vi.useRealTimers();
    await other.stop();
  });
});

test('a Redis that is too old is refused in one sentence', async () => {
  const info = 'redis_version:6.0.16\r\n';
  const old = createServer((socket) => {
    socket.on('data', (sent) => {
      for (const [command] of sent.toString().matchAll(/^(INFO|PING|CLIENT|SELECT)\r$/gim))
        socket.write(command.startsWith('INFO') ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(old, 'listening');
  const { port } = old.address() as AddressInfo;
  await expect(gatewayTo(`redis://127.0.0.1:${port}`, 'token')).rejects.toThrow(
    'The store is Redis 6.0.16, and 7 or newer is needed, or Valkey: install one of them.',
  );
  old.close();
});
