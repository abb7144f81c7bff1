import { threadId, workerData } from 'node:worker_threads';
import { serveTasks } from '../../../netlify/build/workers/threads.ts';

/** An error with a `code`, as databases throw. */
class Coded extends Error {
  code = 'E_CODED';
}

/** Tasks that report the thread that ran them. `remember` waits for `open` first. */
export function sharedTasks(open: Promise<void> = Promise.resolve()) {
  const done: number[] = [];
  return {
    /** Returns the thread and the numbers that it has finished so far, in order. Half of them take longer. */
    remember: async (number: number) => {
      await open;
      for (let turns = number % 4 < 2 ? 3 : 1; turns > 0; turns -= 1)
        await new Promise((resolve) => setImmediate(resolve));
      done.push(number);
      return { threadId, done: [...done] };
    },
    fail: async () => {
      throw new Coded(`Thread ${threadId} failed.`);
    },
    leave: async () => process.exit(3),
  };
}

/** The worker data that marks a thread of these tasks. */
export const workerMarker = 'a thread of shared work';
if (workerData === workerMarker) serveTasks(sharedTasks());
