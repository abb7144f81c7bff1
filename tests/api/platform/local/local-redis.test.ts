import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../../../netlify/local/data-dir.ts';
import { connectTo } from '../../../../netlify/local/redis/gateway.ts';
import { answers, startRedis, type RedisServer } from '../../../../netlify/local/redis/redis.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';

let dir: string;
const running: RedisServer[] = [];
beforeEach(async () => (dir = await mkdtemp(path.join(tmpdir(), 'commonplace-redis-test-'))));
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(dir, { recursive: true, force: true });
});

async function start(): Promise<RedisServer> {
  const server = await startRedis({ dir });
  running.push(server);
  return server;
}

async function run(server: RedisServer, ...command: string[]): Promise<string> {
  const connection = await connectTo(server.url);
  const reply = await connection.run(command);
  await connection.close();
  return String(reply);
}

test('written data survives a stop and a kill', async () => {
  const first = await start();
  await run(first, 'SET', 'a', '1');
  await first.stop();
  const second = await start();
  expect(await run(second, 'GET', 'a')).toBe('1');
  await run(second, 'SET', 'b', '2');
  process.kill(second.pid, 'SIGKILL');
  await second.exited;
  expect(await run(await start(), 'GET', 'b')).toBe('2');
});

test('a server left over by a killed run on the same folder is ended first', async () => {
  const left = await start();
  await run(left, 'SET', 'a', '1');
  const next = await start();
  await vi.waitFor(() => expect(isAlive(left.pid)).toBe(false), withLongTimeout);
  expect(await run(next, 'GET', 'a')).toBe('1');
});

test('beside a server of another container, whose process id means nothing here, none is started', async () => {
  await start();
  await rm(path.join(dir, 'redis.pid'));
  await expect(start()).rejects.toThrow(/^Another Redis still serves .*: end it, then start again\.$/);
});

test('a left-over server that does not react is killed, since two would damage the files', async () => {
  const left = await start();
  await run(left, 'SET', 'a', '1');
  process.kill(left.pid, 'SIGSTOP');
  const next = await start();
  expect(isAlive(left.pid)).toBe(false);
  expect(await run(next, 'GET', 'a')).toBe('1');
});

test('a server may take as long as it needs to read its files, but not to say so', async () => {
  const socket = path.join(dir, 'slow.sock');
  let pings = 0;
  const server = createServer((one) =>
    one.once('data', () => one.end((pings += 1) < 20 ? '-LOADING\r\n' : '+PONG\r\n')),
  );
  await once(server.listen(socket), 'listening');
  const never = new Promise<void>(() => undefined);
  expect(await answers(socket, never, 100)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await answers(socket, never, 100)).toBe(false);
});

test('a process id that now belongs to another process is left alone', async () => {
  await writeFile(path.join(dir, 'redis.pid'), String(process.pid));
  await start();
  expect(isAlive(process.pid)).toBe(true);
});

test('only the current user can reach it', async () => {
  const server = await start();
  expect(server.url.startsWith('/')).toBe(true);
  expect(await run(server, 'CONFIG', 'GET', 'port')).toContain('0');
});

test('a folder path too long for a socket still works', async () => {
  const parent = dir;
  dir = path.join(dir, 'deep'.repeat(30));
  const server = await start();
  expect(await run(server, 'PING')).toBe('PONG');
  await running.pop()?.stop();
  dir = parent;
});

test('a log cut off by a kill is tolerated, and damage in the middle is reported in one clear sentence', async () => {
  const first = await start();
  await run(first, 'SET', 'a', '1');
  await first.stop();
  const folder = path.join(dir, 'appendonlydir');
  const file = path.join(folder, (await readdir(folder)).find((name) => name.endsWith('.incr.aof')) ?? '');
  const whole = await readFile(file);
  await appendFile(file, '*3\r\n$3\r\nSET\r\n$1\r\n');
  const second = await start();
  expect(await run(second, 'GET', 'a')).toBe('1');
  await second.stop();

  await writeFile(file, Buffer.concat([Buffer.from('not redis at all\r\n'), whole]));
  await expect(start()).rejects.toThrow(/^The stored data in .* is damaged: .*\.$/);
});

test('without Redis the message says what to install', async () => {
  vi.stubEnv('PATH', dir);
  await expect(start()).rejects.toThrow(/^Redis is missing: install .*\.$/);
  vi.unstubAllEnvs();
});
