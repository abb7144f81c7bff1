import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { end, endWithUs } from './processes.ts';

export interface BuildChild {
  pid: number | undefined;
  /** Why it failed, in its own last words; undefined when it succeeded. */
  failure: Promise<string | undefined>;
  kill(): Promise<void>;
}

/** Runs one build as a process group of its own, with less right to the processor than the requests being answered. */
export function runBuild(command: string[], cwd: string, env: NodeJS.ProcessEnv): BuildChild {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const watch = endWithUs(child);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-8000)));
  try {
    if (child.pid !== undefined) setPriority(child.pid, 5);
  } catch {
    // It only builds at the same priority then.
  }
  const failure = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(lastLines(words) || `The build ended with ${signal ?? `code ${code}`} and said nothing.`);
    });
  });
  void failure.then(() => watch.release());
  return { pid: child.pid, failure, kill: () => end(child, 3000, { group: true }) };
}

function lastLines(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n').slice(-12).join('\n');
}
