import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThreads, type Threads } from '../../../netlify/build/workers/threads.ts';
import { sharedWork, startedAs } from '../../support/builds/shared-work.ts';

const program = new URL('../../support/builds/shared-work.ts', import.meta.url);
type Work = ReturnType<typeof sharedWork>;
let here: Work;
let open: () => void;
let threads: Threads<Work>;

/** This thread's work waits until it is opened. */
beforeEach(() => {
  here = sharedWork(new Promise((resolve) => (open = resolve)));
  threads = startThreads(program, { count: 2, data: startedAs, here });
});
afterEach(() => {
  open();
  return threads.end();
});

const numbers = Array.from({ length: 40 }, (_, index) => index);

test('work is shared out among all threads, this one too, and each does one thing after the other', async () => {
  open();
  const answers = await Promise.all(numbers.map((number) => threads.run('remember', number)));
  const places = new Set(answers.map((answer) => answer.threadId));
  expect(places).toContain(threadId);
  expect(places.size).toBe(3);
  for (const [number, { done }] of answers.entries()) {
    expect(done.at(-1)).toBe(number);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  }
});

test('what takes long comes before what waits, and never to this thread', async () => {
  const short = numbers.map((number) => threads.run('remember', number));
  const long = [100, 101, 102, 103].map((number) => threads.run('remember', number, { long: true }));
  const answers = await Promise.all(long);
  open();
  for (const answer of answers) {
    expect(answer.threadId).not.toBe(threadId);
    // A thread is given two in advance.
    expect(answer.done.filter((number) => number < 100).length).toBeLessThanOrEqual(2);
  }
  await Promise.all(short);
});

test('what work throws is thrown to whoever asked, with what it says beside its message', async () => {
  const asked = await Promise.allSettled(numbers.map(() => threads.run('fail', undefined)));
  for (const result of asked) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'E_CODED' } });
  open();
  expect(await threads.run('remember', 1)).toMatchObject({ done: [1] });
});

test('when a thread ends, what was asked of it fails, and whatever is asked after it', async () => {
  const why = 'A thread of the build ended with 3.';
  await expect(threads.run('leave', undefined, { long: true })).rejects.toThrow(why);
  await expect(threads.run('remember', 1)).rejects.toThrow(why);
});

test('nothing is begun once the threads are ended', async () => {
  const asked = Promise.allSettled(numbers.map((number) => threads.run('remember', number)));
  await threads.end();
  open();
  for (const { status } of await asked) expect(status).toBe('rejected');
  expect(await here.remember(100)).toMatchObject({ done: [100] });
});
