import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeDigests } from '../../netlify/build/code-digest.ts';
import { buildCommand } from '../../netlify/local/publishing/build-service.ts';
import { rendererOf } from '../../netlify/build/renderer/renderer.ts';

const root = path.resolve(import.meta.dirname, '../..');

export type Built = { ms: number; peakMb: number | null };

/** Times one `npm run build`, with the peak memory of its process. */
export async function timedBuild(env: Record<string, string>): Promise<Built> {
  const begun = performance.now();
  const [program = '', ...args] = buildCommand;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peakKb = 0;
  const watch = setInterval(() => {
    void peakMemoryKb(child.pid).then((kb) => (peakKb = Math.max(peakKb, kb)));
  }, 50);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`The build ended with code ${code}.`);
  return { ms: performance.now() - begun, peakMb: peakKb ? Math.round(peakKb / 1024) : null };
}

/**
 * Milliseconds that compiling the templates takes with an empty cache; a build with this cache then compiles nothing.
 */
export async function compiling(cacheDir: string): Promise<number> {
  const place = { dir: path.join(cacheDir, 'renderer'), templates: codeDigests(root).templates };
  return (await rendererOf(root, place)).compiledMs ?? 0;
}

/** The peak resident memory of a process; 0 if the system does not report it. */
async function peakMemoryKb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
}
