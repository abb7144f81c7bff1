import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startGateway, type Gateway } from '../../../netlify/local/redis/gateway.ts';
import { keepRedis, type KeptRedis, type Outage } from '../../../netlify/local/redis/kept-redis.ts';
import { connect, StoreUnreachable, type Redis } from '../../../src/platform/server/store/redis.ts';
import { routeInProcess } from '../../../src/platform/server/store/transport.ts';

let dir: string;
let kept: KeptRedis;
let gateway: Gateway;
let redis: Redis;
const back = vi.fn<(outage: Outage) => void>();
const said = vi.fn<(line: string) => void>();

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-kept-'));
  vi.spyOn(console, 'error').mockImplementation(said);
});
afterEach(async () => {
  await gateway.stop();
  await kept.stop();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  back.mockReset();
  said.mockReset();
  await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  kept = await keepRedis(path.join(dir, 'redis'), back);
  gateway = await startGateway({ redis: kept.url, token: 't', outage: kept.outage });
  // As on one's own machine: the store is called in this process without the network.
  routeInProcess(gateway.url, gateway.front);
  redis = connect({ url: gateway.url, token: 't' });
}

const pid = async () => Number(await readFile(path.join(dir, 'redis/redis.pid'), 'utf8'));
const kill = async () => process.kill(await pid(), 'SIGKILL');
const write = (key: string) => redis.set(key, 'kept').catch(() => 'away');
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('a store that is killed repeatedly is restarted with everything it acknowledged', async () => {
  await start();
  for (let round = 0; round < 5; round += 1) {
    expect(await write(`key${round}`)).toBe('OK');
    await kill();
    await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(round + 1), { timeout: 50_000 });
    await expect.poll(() => write('after')).toBe('OK');
  }
  expect(await redis.mget('key0', 'key1', 'key2', 'key3', 'key4')).toEqual(Array(5).fill('kept'));
  expect(back.mock.calls[0]?.[0]).toMatchObject({ failure: 'ended', words: 'It was ended by SIGKILL.' });
  expect(said.mock.calls.flat().join('\n')).toMatch(/"the store has ended .*"words":"It was ended by SIGKILL\."/);
});

test('while it is down, commands fail at once and say when the next start is tried', async () => {
  await start();
  await write('key');
  const folder = path.join(dir, 'redis/appendonlydir');
  await rename(folder, `${folder}.away`);
  await kill();
  await vi.waitFor(() => expect(said.mock.calls.flat().join('\n')).toContain('Its files are gone'), {
    timeout: 50_000,
  });
  // Timers are frozen, so code that waited for one would hang.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const failure = await failureOf(redis.get('key')).finally(() => vi.useRealTimers());
  expect(failure).toBeInstanceOf(StoreUnreachable);
  expect(failure).toMatchObject({ failure: 'ended' });
  const { retryAfterSeconds } = failure as StoreUnreachable;
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(retryAfterSeconds).toBeLessThanOrEqual(4);
  // An empty new store would have forgotten everything.
  await rename(`${folder}.away`, folder);
  await expect.poll(() => redis.get('key').catch(() => 'away')).toBe('kept');
});

test('a store whose files cannot grow says so, and recovers by itself once they can', async () => {
  const bin = path.join(dir, 'bin');
  await mkdir(bin);
  const limit = path.join(dir, 'limit');
  const real = execFileSync('/bin/sh', ['-c', 'command -v redis-server || command -v valkey-server'], {
    encoding: 'utf8',
  }).trim();
  // Acts like a full disk: the write fails, and the signal that comes with this limit is ignored.
  const wrapper = `#!/bin/sh\ntrap '' XFSZ\nulimit -f "$(cat '${limit}')"\nexec '${real}' "$@"\n`;
  await writeFile(path.join(bin, path.basename(real)), wrapper);
  await chmod(path.join(bin, path.basename(real)), 0o755);
  await writeFile(limit, '64');
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  await start();
  expect(await write('before')).toBe('OK');
  const large = 'x'.repeat(100_000);
  expect(await failureOf(redis.set('large', large))).toBeInstanceOf(StoreUnreachable);
  await vi.waitFor(() => expect(said.mock.calls.flat().join('\n')).toMatch(/Short write|File too large/i), {
    timeout: 50_000,
  });
  await writeFile(limit, 'unlimited');
  await expect.poll(() => redis.set('large', large).catch(() => 'away')).toBe('OK');
  expect(await redis.get('before')).toBe('kept');
  expect(back.mock.calls[0]?.[0]).toMatchObject({ failure: 'full' });
});

test('it stops when told to, even while it is being restarted', async () => {
  await start();
  await kill();
  await vi.waitFor(() => expect(kept.outage() ?? back.mock.calls[0]).toBeDefined(), { timeout: 50_000 });
  await kept.stop();
});
