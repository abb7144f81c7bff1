import { openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * Where the threads of a build write what they are working on, for a process that watches them, and what they leave out
 * because an earlier build never got beyond it.
 */
export type Watched = { dir: string; leftOut: readonly string[] };

/** The settings of a build that is watched, from its environment. */
export function watchedBy({ UNDER_WAY_DIR: dir, LEFT_OUT }: NodeJS.ProcessEnv): Watched | undefined {
  return dir ? { dir, leftOut: JSON.parse(LEFT_OUT ?? '[]') as string[] } : undefined;
}

/** `begin` says what this thread is working on from now on, '' for nothing, and is false for what is left out. */
export function underWay(watched: Watched | undefined): { begin: (name: string) => boolean } {
  if (!watched) return { begin: () => true };
  const leftOut = new Set(watched.leftOut);
  const file = openSync(path.join(watched.dir, String(threadId)), 'w');
  return {
    begin(name) {
      if (leftOut.has(name)) return false;
      writeSync(file, `${name}\n`, 0);
      return true;
    },
  };
}

/** Why something is left out. */
export const endless = 'An earlier build never got beyond it. It’s tried again after an hour.';
