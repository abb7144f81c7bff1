import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { hostname } from 'node:os';
import { promisify } from 'node:util';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { causeOf } from '../../src/platform/model/cause.ts';
import { takeLock } from '../build/file-lock.ts';
import { StartFailure } from './settings.ts';

const run = promisify(execFile);

/**
 * Ends `child` and its process group when this process dies, however it dies: a shell waits for the end of a pipe that only
 * this process holds open. Call `release` once the child has exited by itself.
 */
export function endWithParent(child: ChildProcess): { release: () => void } {
  const script =
    'read -r word; [ "$word" = released ] || kill -TERM -- "-$1" 2>/dev/null || kill -TERM "$1" 2>/dev/null';
  const watch = spawn('/bin/sh', ['-c', script, 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  watch.on('error', () => undefined);
  watch.stdin.on('error', () => undefined);
  return { release: () => watch.stdin.end('released\n') };
}

/** Ends a child: SIGTERM, then SIGKILL after `graceMs`. Resolves when it has exited. `group` ends its process group too. */
export async function end(child: ChildProcess, graceMs: number, { group = false } = {}): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const target = group ? -child.pid : child.pid;
  const exit = once(child, 'exit');
  signal(target, 'SIGTERM');
  const timer = setTimeout(() => signal(target, 'SIGKILL'), graceMs);
  await exit;
  clearTimeout(timer);
}

/** Sends a signal to a process that may be gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Whether a process of this id exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The command line of a process, or an empty text when it is gone. Ids are reused, so this tells ours from others'. Read
 * from /proc where there is one: a container may have no `ps`.
 */
export async function commandLine(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (fromProc !== undefined) return fromProc.replaceAll('\0', ' ').trim();
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** The start time of a process, as a text that never changes while it lives; empty when it is gone. */
export async function startTime(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The 22nd field, counted from the start of the machine. The second one, in brackets, may contain anything.
  if (fromProc !== undefined) return fromProc.slice(fromProc.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { env }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

const Secrets = z.object({
  /** SESSION_SECRET. */
  session: z.string().min(32),
  /** The token of the store's gateway. */
  store: z.string().min(32),
  /** The last part of the build hook's path. */
  hook: z.string().min(16),
});
export type Secrets = z.infer<typeof Secrets>;

const Holder = z.object({ pid: z.int().positive(), host: z.string() });
/** What a process of the previous version writes, which takes no lock of the system. To be removed after one release. */
const FormerHolder = z.strictObject({ pid: z.int().positive(), startedAt: z.string().min(1) });

/** Creates the folder and makes sure that it is writable and this user's. Throws `StartFailure`. */
export async function prepareDataDir(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new StartFailure(`${dir} is a file, and a folder is needed there: move it, or choose another DATA_DIR.`);
  }
  const probe = path.join(dir, `.probe.${process.pid}`);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartFailure(`${dir} cannot be written (${why}): make it writable, or choose another DATA_DIR.`);
  }
  await throwIfOthers(dir);
}

/** Root may write everywhere, but the folder's owner, as whom the product runs, could not read what root leaves there. */
export async function throwIfOthers(dir: string): Promise<void> {
  if (process.getuid?.() !== 0 || (await stat(dir)).uid === 0) return;
  throw new StartFailure(
    `${dir} belongs to another user: run this as them, such as with runuser -u NAME -- npm run ….`,
  );
}

const lockFile = (dir: string) => path.join(dir, 'lock.db');
/** Says who holds the lock. */
const holderFile = (dir: string) => path.join(dir, 'lock');

/**
 * Takes the folder for this process; the result gives it back. Throws `StartFailure` while another process uses the folder.
 */
export async function lockDataDir(dir: string): Promise<() => Promise<void>> {
  const unlock = takeLock(lockFile(dir));
  const written = parsed(await readFile(holderFile(dir), 'utf8').catch(() => ''));
  if (!unlock) {
    const holder = Holder.safeParse(written);
    const where = holder.data && holder.data.host !== hostname() ? ` of ${holder.data.host}` : '';
    const who = holder.data ? `process ${holder.data.pid}${where}` : 'another process';
    throw inUse(dir, who);
  }
  const former = FormerHolder.safeParse(written);
  // Ids are reused, so the time of its start must fit too.
  if (former.data && (await startTime(former.data.pid)) === former.data.startedAt) {
    unlock();
    throw inUse(dir, `process ${former.data.pid}`);
  }
  await writeFile(holderFile(dir), JSON.stringify({ pid: process.pid, host: hostname() }));
  return async () => {
    await rm(holderFile(dir), { force: true });
    unlock();
  };
}

const inUse = (dir: string, who: string) =>
  new StartFailure(`${dir} is in use by ${who}: stop it first, or choose another DATA_DIR.`);

/** Whether a process uses the folder at the moment. */
export function isInUse(dir: string): boolean {
  if (!existsSync(lockFile(dir))) return false;
  const unlock = takeLock(lockFile(dir));
  unlock?.();
  return unlock === undefined;
}

/** The secrets of this folder, made on the first start. Throws `StartFailure` when the file is damaged. */
export async function readSecrets(dir: string): Promise<Secrets> {
  const file = path.join(dir, 'secrets.json');
  // Only a file that is not there may be made: others' secrets, which this user cannot read, must not be replaced.
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartFailure(`${file} cannot be read (${causeOf(error)}): run this as the user to whom it belongs.`);
  });
  if (text === undefined) {
    const fresh = () => randomBytes(32).toString('base64url');
    const secrets: Secrets = { session: fresh(), store: fresh(), hook: fresh() };
    await writeFile(`${file}.tmp`, JSON.stringify(secrets), { mode: 0o600 });
    await rename(`${file}.tmp`, file);
    return secrets;
  }
  const secrets = Secrets.safeParse(parsed(text));
  if (secrets.success) return secrets.data;
  throw new StartFailure(`${file} is damaged: restore it, or delete it, which signs everyone out.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
