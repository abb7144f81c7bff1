import { threadId, workerData } from 'node:worker_threads';
import { serveTasks } from '../../../netlify/build/workers/threads.ts';

/** What is added to an error on its way, as databases do. */
class Coded extends Error {
  code = 'E_CODED';
}

/** Work that says where it was done. What must be remembered waits for `open` first. */
export function sharedTasks(open: Promise<void> = Promise.resolve()) {
  const done: number[] = [];
  return {
    /** The thread, and the numbers that it was asked for so far, in their order. Half of them take longer. */
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

/** What the threads are started with. */
export const workerMarker = 'a thread of shared work';
if (workerData === workerMarker) serveTasks(sharedTasks());
