import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isFullDisk } from '../../../src/platform/server/store/store-unreachable.ts';
import { StartFailure } from '../settings.ts';
import { findRedis } from '../setup/programs.mjs';
import { commandLine, end, endWithParent, isAlive, signal } from '../data-dir.ts';

export interface RedisServer {
  /** `redis://127.0.0.1:{port}` if a port was given, else the path of a private socket. */
  url: string;
  pid: number;
  /** Resolves when the server ends, for whatever reason. */
  exited: Promise<void>;
  /** Its last warning, or how it ended if there was none. */
  lastWords(): string;
  /** Stops it after it has written everything. May be called twice. */
  stop(): Promise<void>;
}

/** `socket` is the path of an earlier server's socket, if this one replaces it. */
type Place = { dir: string; port?: number; socket?: string };

/** How long a server that is starting may say nothing. While it reads its files it says so, which may take minutes. */
const silentMs = 30_000;

/**
 * Starts a Redis (or Valkey) over the folder `dir`, with append-only persistence and no configuration file, and waits until
 * it answers. Without a `port` only this user can reach it, through a socket. A server over the same folder that an
 * earlier, killed run left is stopped first. Throws `StartFailure` if there is no server on this machine or the data cannot
 * be read.
 */
export async function startRedis({ dir, port, socket: earlierSocket }: Place): Promise<RedisServer> {
  const binary = findRedis();
  if (!binary) {
    throw new StartFailure('Redis is missing: install redis-server or valkey-server, so that it is on the PATH.');
  }
  await mkdir(dir, { recursive: true });
  const pidFile = path.join(dir, 'redis.pid');
  await endLeftover(pidFile, dir);
  // In another container, whose processes cannot be seen from here.
  if (await ping(path.resolve(dir, socketName)))
    throw new StartFailure(`Another Redis still serves ${path.resolve(dir)}: end it, then start again.`);
  const socket = earlierSocket === undefined ? await socketPath(dir) : await sameSocket(earlierSocket);
  const url = port === undefined ? socket.path : `redis://127.0.0.1:${port}`;
  const listen =
    port === undefined
      ? ['--port', '0', '--unixsocket', socket.path, '--unixsocketperm', '700']
      : ['--port', String(port), '--bind', '127.0.0.1'];
  // With `everysec`, Redis acknowledges writes while a sync is under way that it has not yet handed to the system.
  // Redis would otherwise rewrite its log during large imports; reading a longer log at the next start costs less.
  const rewriting = ['--auto-aof-rewrite-min-size', '256mb'];
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', ...rewriting, '--save', ''];
  const child = spawn(
    binary,
    [...listen, ...durable, '--dir', path.resolve(dir), '--pidfile', path.resolve(pidFile), '--loglevel', 'notice'],
    // A group of its own: Ctrl-C in a terminal must not end the store before its users.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const log = tail(child);
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const watch = endWithParent(child);
  // Its process id may belong to another process soon.
  void exited.then(() => watch.release());
  const stop = async () => {
    await end(child, 10_000);
    await socket.remove();
  };
  if (!(await answers(url, exited))) {
    await stop();
    throw new StartFailure(why(log(), dir));
  }
  const lastWords = () => warnings(log()) || `It was ended by ${child.signalCode ?? `code ${child.exitCode}`}.`;
  return { url, pid: child.pid ?? 0, exited, lastWords, stop };
}

/** The last warnings of Redis since it was ready, without times and ids: `123:M 01 Jan 2026 00:00:00.000 # Words`. */
function warnings(log: string): string {
  const words = (log.split(/ready to accept connections/i).at(-1) ?? '')
    .split('\n')
    .flatMap((line) => /^\S+ .* # (.+)$/.exec(line)?.[1] ?? []);
  return words.slice(-2).join(' ');
}

async function endLeftover(pidFile: string, dir: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return;
  const line = await commandLine(pid);
  // A running server shows its title, not its arguments: the socket or the working folder identifies it.
  const isOurs = line.includes(path.resolve(dir)) || (await workingFolder(pid)) === path.resolve(dir);
  if (!isOurs || !/redis|valkey/.test(line)) return;
  // What it has acknowledged is on the disk, so it may be killed. A second server beside it would damage the files.
  for (const name of ['SIGTERM', 'SIGKILL'] as const) {
    signal(pid, name);
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await pause(50);
    if (!isAlive(pid)) return;
  }
  throw new StartFailure(`An earlier Redis (process ${pid}) does not end: end it, then start again.`);
}

async function workingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined);
}

const socketName = 'redis.sock';

/** Systems allow about a hundred bytes for a socket's path, so a deep folder gets a private one elsewhere. */
async function socketPath(dir: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const inside = path.resolve(dir, socketName);
  if (Buffer.byteLength(inside) <= 100) {
    await rm(inside, { force: true });
    return { path: inside, remove: () => rm(inside, { force: true }) };
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'commonplace-redis-'));
  return { path: path.join(folder, 'redis.sock'), remove: () => rm(folder, { recursive: true, force: true }) };
}

async function sameSocket(earlierSocket: string): Promise<Awaited<ReturnType<typeof socketPath>>> {
  await rm(earlierSocket, { force: true });
  return { path: earlierSocket, remove: () => rm(earlierSocket, { force: true }) };
}

function tail(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(-4000)));
  }
  return () => text;
}

/** Waits until a server is ready. False if it ends before, or says nothing for `maxMs`. */
export async function answers(url: string, exited: Promise<void>, maxMs = silentMs): Promise<boolean> {
  const over = exited.then(() => 'over' as const);
  let heardAt = performance.now();
  while (performance.now() - heardAt < maxMs) {
    const next = await Promise.race([ping(url), over]);
    if (next === 'over') return false;
    if (next.startsWith('+PONG')) return true;
    if (next.startsWith('-LOADING')) heardAt = performance.now();
    await pause(15);
  }
  return false;
}

function ping(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = url.startsWith('/') ? connect(url) : connect(Number(new URL(url).port), '127.0.0.1');
    socket.setTimeout(2000, () => socket.destroy());
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(''));
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function why(log: string, dir: string): string {
  const folder = path.resolve(dir);
  if (/bad file format|unrecoverable error|error reading|wrong signature|fatal error loading/i.test(log)) {
    return `The stored data in ${folder} is damaged: repair it with redis-check-aof --fix, or start with another DATA_DIR.`;
  }
  if (/address already in use/i.test(log)) return 'Redis could not start: its port is in use by another program.';
  if (isFullDisk(log)) return `The disk of ${folder} has no room left: make room there, then start again.`;
  const last = log.trim().split('\n').at(-1)?.replace(/^\S+ /, '') ?? 'it gave no reason';
  return `Redis could not start over ${folder}: ${last}`;
}
