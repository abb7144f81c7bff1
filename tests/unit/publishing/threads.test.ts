import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThreads, type Threads } from '../../../netlify/build/workers/threads.ts';
import { sharedTasks, workerMarker } from '../../support/builds/shared-work.ts';

const program = new URL('../../support/builds/shared-work.ts', import.meta.url);
type Work = ReturnType<typeof sharedTasks>;
let thisThread: Work;
let openThisThread: () => void;
let threads: Threads<Work>;

/** Tasks in this thread wait until it is opened. */
beforeEach(() => {
  thisThread = sharedTasks(new Promise((resolve) => (openThisThread = resolve)));
  threads = startThreads(program, { count: 2, data: workerMarker, here: thisThread });
});
afterEach(() => {
  openThisThread();
  return threads.end();
});

const numbers = Array.from({ length: 40 }, (_, index) => index);

test('tasks are shared among all threads, including this one, and each runs its own in order', async () => {
  openThisThread();
  const answers = await Promise.all(numbers.map((number) => threads.run('remember', number)));
  const places = new Set(answers.map((answer) => answer.threadId));
  expect(places).toContain(threadId);
  expect(places.size).toBe(3);
  for (const [number, { done }] of answers.entries()) {
    expect(done.at(-1)).toBe(number);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  }
});

test('long tasks go before waiting ones, and never to this thread', async () => {
  const short = numbers.map((number) => threads.run('remember', number));
  const long = [100, 101, 102, 103].map((number) => threads.run('remember', number, { long: true }));
  const answers = await Promise.all(long);
  openThisThread();
  for (const answer of answers) {
    expect(answer.threadId).not.toBe(threadId);
    // Each thread has up to two tasks queued in advance.
    expect(answer.done.filter((number) => number < 100).length).toBeLessThanOrEqual(2);
  }
  await Promise.all(short);
});

test('an error in a task is passed to the caller with its properties', async () => {
  const asked = await Promise.allSettled(numbers.map(() => threads.run('fail', undefined)));
  for (const result of asked) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'E_CODED' } });
  openThisThread();
  expect(await threads.run('remember', 1)).toMatchObject({ done: [1] });
});

test('when a thread exits, its tasks and all later ones fail', async () => {
  const why = 'A thread of the build ended with 3.';
  await expect(threads.run('leave', undefined, { long: true })).rejects.toThrow(why);
  await expect(threads.run('remember', 1)).rejects.toThrow(why);
});

test('no task starts once the threads are ended', async () => {
  const asked = Promise.allSettled(numbers.map((number) => threads.run('remember', number)));
  await threads.end();
  openThisThread();
  for (const { status } of await asked) expect(status).toBe('rejected');
  expect(await thisThread.remember(100)).toMatchObject({ done: [100] });
});
