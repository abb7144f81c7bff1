import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { end, endWithUs } from '../processes.ts';

export interface BuildChild {
  pid: number | undefined;
  /** Why it failed, in its own last words; undefined when it succeeded. `killed`: by somebody else. */
  failure: Promise<{ reason: string; killed: boolean } | undefined>;
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
  const failure = new Promise<{ reason: string; killed: boolean } | undefined>((resolve) => {
    child.once('error', (error) => resolve({ reason: error.message, killed: false }));
    child.once('close', (code, signal) => {
      if (code === 0) return resolve(undefined);
      const reason = lastLines(words) || `The build ended with ${signal ?? `code ${code}`} and said nothing.`;
      resolve({ reason, killed: signal !== null && killing.has(signal) });
    });
  });
  void failure.then(() => watch.release());
  return { pid: child.pid, failure, kill: () => end(child, 3000, { group: true }) };
}

/** Signals that come from outside; a process that is at fault gets others. */
const killing = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

function lastLines(text: string): string {
  return stripVTControlCharacters(text).trim().split('\n').slice(-12).join('\n');
}
