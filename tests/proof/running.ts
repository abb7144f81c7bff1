import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startApp, type App } from '../support/app.ts';

const run = promisify(execFile);

export type RunningProcess = { pid: number; parent: number; kb: number; command: string };

/** The process and all its descendants, with their resident memory. */
export async function processTree(root: number): Promise<RunningProcess[]> {
  const { stdout } = await run('ps', ['-ww', '-e', '-o', 'pid=,ppid=,rss=,command='], { maxBuffer: 2 ** 26 });
  const all = stdout.split('\n').flatMap((line): RunningProcess[] => {
    const [, pid, parent, kb, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), kb: Number(kb), command }] : [];
  });
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** Kills processes as a power failure does: none can react. */
export function killAtOnce(processes: readonly { pid: number }[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
}

export const isStore = ({ command }: RunningProcess) => /^\S*(redis|valkey)-server/.test(command);
export const isBuild = ({ command }: RunningProcess) => command.includes('/netlify/build/');
/** The product's other child processes, such as the watchdogs that end the store and builds with it. */
export const isHelper = (one: RunningProcess) => !isStore(one) && !isBuild(one) && !one.command.includes('start.ts');

export type Product = App;

/** Starts the product with its own folder and port, which stay the same across restarts. */
export async function startProduct(options: Parameters<typeof startApp>[0] & { dataDir: string }): Promise<Product> {
  return startApp({ within: 300_000, ...options });
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Polls until the condition holds, and returns the milliseconds that it took; undefined after `withinMs`. */
export async function pollUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < withinMs) {
    if (await isSo().catch(() => false)) return Math.round(performance.now() - began);
    await pause(50);
  }
  return undefined;
}
