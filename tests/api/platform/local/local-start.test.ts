import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isAlive } from '../../../../netlify/local/data-dir.ts';
import { connectTo } from '../../../../netlify/local/redis/gateway.ts';
import { startRedis } from '../../../../netlify/local/redis/redis.ts';
import { freePort, startApp, type App } from '../../../support/app.ts';
import { withLongTimeout } from '../../../support/long-timeout.ts';
import { placeRelease } from '../../../support/builds/placed-release.ts';

let dir: string;
let port: number;
const apps: App[] = [];

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'commonplace-start-'));
  port = await freePort();
});
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()));
  await rm(dir, { recursive: true, force: true });
});

const siteUrl = () => `http://localhost:${port}`;

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<App> {
  const env = { SITE_URL: siteUrl(), ...options.env };
  const app = await startApp({ args: ['--empty'], dataDir: dir, port, ...options, env });
  apps.push(app);
  return app;
}

/** The output of a start that cannot work, after it has exited. */
async function refusal(options: Parameters<typeof startApp>[0] = {}): Promise<string[]> {
  const error = await start(options).catch((reason: unknown) => reason);
  const [said = '', ...printed] = error instanceof Error ? error.message.split('\n') : [];
  expect(said).toMatch(/ended with code [1-9]/);
  return printed.filter(Boolean);
}

function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** Signs up through the public API, and returns whether the address is registered afterwards. */
async function signUp(email: string): Promise<number> {
  const response = await fetch(`${siteUrl()}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: siteUrl() },
    body: JSON.stringify({ email, handle: email.split('@')[0], password: 'a long enough passphrase' }),
  });
  return response.status;
}

test('a start with nothing to build builds nothing, serves, and leaves no child process after Ctrl-C', async () => {
  await placeRelease(dir, siteUrl());
  const app = await start();
  // A build would be logged.
  expect(app.output().trim()).toBe(`ready http://localhost:${port}`);
  expect(await (await fetch(app.url)).text()).toBe('placed');
  const session = await fetch(`${app.url}/api/_auth/session`);
  expect(await session.json()).toEqual({});
  const children = childrenOf(app.pid);
  expect(children.length).toBeGreaterThan(0);
  process.kill(app.pid, 'SIGINT');
  process.kill(app.pid, 'SIGINT');
  expect(await app.stop()).toBe(0);
  await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), withLongTimeout);
  expect(await readdir(dir)).not.toContain('lock');
});

test('written data survives kill -9, which leaves no child process either', async () => {
  await placeRelease(dir, siteUrl());
  const first = await start();
  expect(await signUp('ada_reads@example.org')).toBe(201);
  const children = childrenOf(first.pid);
  process.kill(first.pid, 'SIGKILL');
  await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), withLongTimeout);
  await first.stop();
  // The lock and the socket of the killed process are still there.
  expect(await readdir(dir)).toContain('lock');
  await start();
  expect(await signUp('ada_reads@example.org')).toBe(409);
});

test('a background task that fails unhandled is logged, and serving continues', async () => {
  await placeRelease(dir, siteUrl());
  const unheard = `process.on('SIGUSR2', () => void Promise.reject(new Error('unheard')))`;
  const app = await start({
    env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(unheard)}` },
  });
  process.kill(app.pid, 'SIGUSR2');
  await vi.waitFor(() => expect(app.output()).toMatch(/work that nobody waited for failed.*unheard/), withLongTimeout);
  expect(await (await fetch(app.url)).text()).toBe('placed');
});

test('a folder used by another running instance is refused', async () => {
  await placeRelease(dir, siteUrl());
  const first = await start();
  const [sentence, ...more] = await refusal({ port: await freePort() });
  expect(sentence).toMatch(new RegExp(`^${dir} is in use by process ${first.pid}: .*\\.$`));
  expect(more).toEqual([]);
  expect((await fetch(first.url)).status).toBe(200);
});

test('a port in use is refused before anything else starts', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await refusal()).toEqual([`Port ${port} is in use: stop what uses it, or choose another with PORT.`]);
  expect(await readdir(dir)).toEqual(['lock.db', 'secrets.json']);
  other.close();
});

test('a store written by a newer version is refused and left unchanged', { timeout: 240_000 }, async () => {
  const inside = async (commands: string[][]) => {
    const server = await startRedis({ dir: path.join(dir, 'redis') });
    const connection = await connectTo(server.url);
    const replies = await Promise.all(commands.map((command) => connection.run(command)));
    await connection.close();
    await server.stop();
    return replies.map(String);
  };
  await inside([['SET', 'meta:schema', '999']]);
  expect(await refusal()).toEqual([
    expect.stringMatching(/^The store was written by a newer version .*\(schema 999, /),
  ]);
  expect(await inside([['DBSIZE'], ['GET', 'meta:schema']])).toEqual(['1', '999']);
});

test('an empty store in the place of the one that the site was published from is refused, and the site kept', async () => {
  await placeRelease(dir, siteUrl(), 12);
  expect(await refusal({ args: [] })).toEqual([
    expect.stringMatching(/^The store is empty, but the site in .* was published from one with 12 changes: .*\.$/),
  ]);
  expect(await readFile(path.join(dir, 'current/index.html'), 'utf8')).toBe('placed');
  for (const name of ['releases', 'current']) await rm(path.join(dir, name), { recursive: true });
  await placeRelease(dir, siteUrl());
  expect(await (await fetch((await start()).url)).text()).toBe('placed');
});

test.each([
  [
    'a file in its place',
    async () => {
      await rm(dir, { recursive: true });
      await writeFile(dir, 'a file');
    },
    /is a file, and a folder is needed there: .*\.$/,
  ],
  [
    'damaged secrets',
    () => writeFile(path.join(dir, 'secrets.json'), '{"session": 1'),
    /secrets\.json is damaged: .*\.$/,
  ],
  ['unreadable secrets', () => mkdir(path.join(dir, 'secrets.json')), /secrets\.json cannot be read \(.*\): .*\.$/],
  [
    'a damaged store',
    async () => {
      const folder = path.join(dir, 'redis/appendonlydir');
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'appendonly.aof.manifest'), 'file appendonly.aof.1.incr.aof seq 1 type i\n');
      await writeFile(path.join(folder, 'appendonly.aof.1.incr.aof'), 'this was never written by Redis\r\n');
    },
    /is damaged: .*\.$/,
  ],
])('a data folder with %s is reported in one clear sentence', async (_, damage, sentence) => {
  await damage();
  const printed = await refusal();
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatch(sentence);
});

test('missing Redis, an invalid PORT and an unknown option are reported in one clear sentence each', async () => {
  const bin = path.join(dir, 'bin');
  await mkdir(bin);
  const ps = execFileSync('/bin/sh', ['-c', 'command -v ps'], { encoding: 'utf8' }).trim();
  await symlink(ps, path.join(bin, 'ps'));
  expect(await refusal({ env: { PATH: bin } })).toEqual([expect.stringMatching(/^Redis is missing: .*\.$/)]);
  expect(await refusal({ port: 70_000 })).toEqual([expect.stringMatching(/^PORT must be a number from 0 to 65535/)]);
  expect(await refusal({ args: ['--emtpy'] })).toEqual([
    expect.stringMatching(/'--emtpy'.*The only option is --empty\.$/),
  ]);
});

test('an unwritable folder is reported in one clear sentence', async () => {
  // Root can write anywhere, so for root the folder is below a file.
  const root = process.getuid?.() === 0;
  const inside = path.join(dir, 'locked', 'data');
  if (root) await writeFile(path.join(dir, 'locked'), '');
  else await mkdir(path.join(dir, 'locked'), { mode: 0o500 });
  const [sentence] = await refusal({ dataDir: inside });
  expect(sentence).toMatch(/cannot be written .*: make it writable, or choose another DATA_DIR\.$/);
  if (!root) await chmod(path.join(dir, 'locked'), 0o700);
});

test('secrets are readable by the current user only and do not change', async () => {
  await placeRelease(dir, siteUrl());
  await (await start()).stop();
  const file = path.join(dir, 'secrets.json');
  const before = await readFile(file, 'utf8');
  expect(execFileSync('ls', ['-l', file], { encoding: 'utf8' })).toMatch(/^-rw-------/);
  await start();
  expect(await readFile(file, 'utf8')).toBe(before);
});
