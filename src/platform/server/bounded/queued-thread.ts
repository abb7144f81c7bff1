import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { FairQueue, busyError } from './fair-queue.ts';

/**
 * Runs work on text and files from other people in a thread of its own, so that other requests do not wait for it and it
 * can be stopped: a thread that takes too long is terminated, and one that needs too much memory fails by itself.
 */

/** Work was given up. The message gives the reason to the person whose text or file it was. */
export class OverBudget extends Error {
  override name = 'OverBudget';
}

/** An idle thread ends after `idleMs`; one that does not start within `startMs` is given up. */
const idleMs = 20_000;
const startMs = 60_000;

/**
 * Work is limited by processor time, because a busy machine must not refuse what an idle one accepts. After this many times
 * its limit by the clock it is given up anyway.
 */
const clockFactor = 4;

/** A message to the thread: new work, or the request for its next part with whatever that part depends on. */
type Order = { name: string; input: unknown } | { next: unknown };
/** `processorMs`: the processor time of the thread so far, if its runtime can measure it. */
type Reply = ({ done: boolean; value?: unknown } | { failed: string }) & { processorMs?: number | undefined };

/**
 * The code of a thread: the URL of its file, wherever a bundler put it; the mark by which the file knows that it runs as
 * this thread; the megabytes that its heap may have. All threads and the process together stay below 600 MB.
 */
export type ThreadCode = { url: string; mark: string; heapMb: number };

/** A thread and the queue of its callers. */
export class QueuedThread {
  #worker: Worker | undefined;
  /** The processor time that the thread had used at its last reply, in milliseconds. */
  #usedMs: number | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #line: FairQueue;
  readonly #code: ThreadCode;

  constructor(name: string, code: ThreadCode) {
    this.#code = code;
    this.#line = new FairQueue(name);
  }

  async enter(): Promise<void> {
    await this.#line.enter();
    clearTimeout(this.#idle);
  }

  /** Ends the turn. A thread left in the middle of its work cannot be used again. */
  leave(isFree: boolean): void {
    if (!isFree) this.#end();
    if (this.#line.leave()) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  /** Starts the thread if needed. On a busy machine, loading takes time that must not count against the work. */
  async start(): Promise<void> {
    if (this.#worker) return;
    const worker = (this.#worker = started(this.#code));
    // A thread that ends while idle is started again when it is needed.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    const { processorMs } = await reply(worker, this.#code, { ms: startMs, error: busyError() });
    this.#usedMs = processorMs;
  }

  /**
   * Sends an order. Returns the reply and how many of the `ms` it took. Throws `OverBudget` if they are used up; the thread
   * is then gone.
   */
  async ask(order: Order, ms: number, transfer: ArrayBuffer[] = []): Promise<{ reply: Reply; tookMs: number }> {
    const worker = this.#worker;
    if (!worker) throw new Error('A thread is started before it is asked.');
    worker.ref();
    worker.postMessage(order, transfer);
    const seconds = Math.ceil(ms / 1000);
    const error = new OverBudget(`Reading it takes longer than the ${seconds} seconds that are left for it.`);
    const [began, usedMs] = [performance.now(), this.#usedMs];
    const answer = await reply(worker, this.#code, { ms, error, usedMs });
    this.#usedMs = answer.processorMs;
    return { reply: answer, tookMs: difference(answer.processorMs, usedMs) ?? performance.now() - began };
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

/**
 * The next message of the thread. Rejects with `error` after `ms` of the thread's processor time if `usedMs` gives what it
 * had used before, otherwise after `ms` by the clock.
 */
async function reply(
  worker: Worker,
  { heapMb }: ThreadCode,
  { ms, error, usedMs }: { ms: number; error: Error; usedMs?: number | undefined },
): Promise<Reply> {
  const answer = Promise.withResolvers<Reply>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const checkTime = async () => {
    const tookMs = difference(await processorMsOf(worker), usedMs) ?? ms;
    if (tookMs >= ms) answer.reject(error);
    else if (!isOver) timer = setTimeout(() => void checkTime(), ms - tookMs);
  };
  timer = setTimeout(() => void checkTime(), ms);
  const end = setTimeout(() => answer.reject(error), ms * clockFactor);
  const failed = (thrown: Error & { code?: string }) => {
    const isMemory = thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
    answer.reject(isMemory ? new OverBudget(`Reading it takes more than ${heapMb} MB of memory.`) : thrown);
  };
  const exited = () => answer.reject(new OverBudget('Reading it was broken off.'));
  worker.once('message', answer.resolve).once('error', failed).once('exit', exited);
  try {
    return await answer.promise;
  } finally {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(end);
    worker.off('message', answer.resolve).off('error', failed).off('exit', exited);
  }
}

/**
 * The processor time of a thread, even in the middle of its work; undefined if the runtime cannot measure it or the thread
 * has ended.
 */
async function processorMsOf(worker: Worker): Promise<number | undefined> {
  try {
    return inMs(await (worker as Partial<Pick<Worker, 'cpuUsage'>>).cpuUsage?.());
  } catch {
    return undefined;
  }
}

const inMs = (used: NodeJS.CpuUsage | undefined) => used && (used.user + used.system) / 1000;
const difference = (after: number | undefined, before: number | undefined) =>
  after === undefined || before === undefined ? undefined : after - before;

/** Starts a thread that has no access to the environment, so none to its secrets. */
function started({ url, mark, heapMb }: ThreadCode): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  return new Worker(new URL(url), { workerData: mark, resourceLimits, env: {}, execArgv: [], stdin: false });
}

export type WorkOptions = { ms: number; eachMs?: number; transfer?: ArrayBuffer[] };

/**
 * The results of a task, part by part; each is computed when `next` requests it. `ms` limits the processor time of the
 * whole work, and `eachMs` that of one part. Throws `OverBudget`, and HttpError 503 if too many wait already.
 */
export async function* runInThread(
  lane: QueuedThread,
  name: string,
  input: unknown,
  { ms, eachMs = ms, transfer }: WorkOptions,
): AsyncGenerator<unknown, void, unknown> {
  await lane.enter();
  let isFree = false;
  try {
    await lane.start();
    let left = ms;
    let order: Order = { name, input };
    for (;;) {
      const { reply, tookMs } = await lane.ask(order, Math.min(left, eachMs), 'name' in order ? transfer : []);
      left = Math.max(1, left - tookMs);
      if ('failed' in reply) throw new Error(reply.failed);
      if (reply.done) {
        isFree = true;
        return;
      }
      order = { next: yield reply.value };
    }
  } finally {
    lane.leave(isFree);
  }
}

/** The tasks of a thread, by name. Each yields its parts one by one, so that neither side holds all of them. */
type Tasks = Record<string, (input: never) => AsyncGenerator<unknown, void, never>>;

/** The thread's side: in a thread with this mark, loads the tasks and then runs them one after another. */
export async function serveInThread(mark: string, load: () => Promise<Tasks>): Promise<void> {
  if (isMainThread || workerData !== mark) return;
  const tasks = await load();
  let parts: AsyncGenerator<unknown, void, unknown> | undefined;
  const used = (process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>).threadCpuUsage?.bind(process);
  const send = (value: Reply) => parentPort?.postMessage({ ...value, processorMs: inMs(used?.()) });
  parentPort?.on('message', (order: Order) => {
    void (async () => {
      try {
        if ('name' in order) {
          const task = tasks[order.name];
          if (!task) throw new Error(`There is no task ${order.name}.`);
          parts = task(order.input as never);
        }
        const { done, value } = (await parts?.next('next' in order ? order.next : undefined)) ?? { done: true };
        send({ done: done ?? false, value });
      } catch (error) {
        send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    })();
  });
  // Loading has finished.
  send({ done: false });
}
