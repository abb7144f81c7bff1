import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Ends `child` and the group that it leads when this process dies, however it dies: a shell waits for the end of a pipe
 * that only this process holds open. Call `release` once the child has ended by itself.
 */
export function endWithUs(child: ChildProcess): { release: () => void } {
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

/** Asks the child to end, insists after `graceMs`, and resolves when it is gone. `group`: everything it started too. */
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
 * The command line of a process, or an empty text when it is gone. Ids are reused, so this tells ours from others'. Linux
 * says it in files: a container may have no `ps`.
 */
export async function commandLine(pid: number): Promise<string> {
  const told = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  if (told !== undefined) return told.replaceAll('\0', ' ').trim();
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** When a process began, as a text that stays the same for its life; empty when it is gone. */
export async function startTime(pid: number): Promise<string> {
  const told = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // Counted from the start of the machine, and the 22nd field; the second, in brackets, may hold anything.
  if (told !== undefined) return told.slice(told.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  const env = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], { env }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
