import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Line, tooBusy } from './line.ts';

/**
 * Work on what somebody else wrote, done in a thread of its own, so that nobody else waits for it and it can be ended:
 * a thread that takes too long is stopped, and one that needs too much memory stops itself.
 */

/** Why work was given up. Its message says so to whoever sent what was worked on. */
export class OverBudget extends Error {
  override name = 'OverBudget';
}

/** A thread that has nothing to do ends after this; one that cannot be started in so long is given up. */
const idleMs = 20_000;
const startMs = 60_000;

/**
 * Work is limited in processor time, because a busy machine must not refuse what a free one takes. Work that is waited for
 * so many times longer by the clock is given up all the same.
 */
const clockFactor = 4;

/** What goes to the thread: a new piece of work, or the request for its next part, with what the part depends on. */
type Order = { name: string; input: unknown } | { next: unknown };
/** `processorMs`: what the thread has used since it began, where its runtime can tell. */
type Reply = ({ done: boolean; value?: unknown } | { failed: string }) & { processorMs?: number | undefined };

/** The code of a thread: the file that it runs, wherever a bundler put it, and what tells that file that it is a
 * thread; and how many megabytes its heap may have. All threads and the process stay below 600. */
export type ThreadCode = { url: string; mark: string; heapMb: number };

/** One thread, and who waits for it. */
export class Lane {
  #worker: Worker | undefined;
  /** Milliseconds of processor time that the thread had used at its last reply. */
  #usedMs: number | undefined;
  #idle: NodeJS.Timeout | undefined;
  readonly #line: Line;
  readonly #code: ThreadCode;

  constructor(name: string, code: ThreadCode) {
    this.#code = code;
    this.#line = new Line(name);
  }

  async enter(): Promise<void> {
    await this.#line.enter();
    clearTimeout(this.#idle);
  }

  /** Ends the turn. A thread that was left in the middle of its work is of no further use. */
  leave(isFree: boolean): void {
    if (!isFree) this.#end();
    if (this.#line.leave()) return;
    this.#worker?.unref();
    this.#idle = setTimeout(() => this.#end(), idleMs).unref();
  }

  /** Has the thread started. The time that a busy machine needs to load it is nobody's who sent something. */
  async start(): Promise<void> {
    if (this.#worker) return;
    const worker = (this.#worker = started(this.#code));
    // One that ends while nobody asks it anything is started again when somebody does.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    const { processorMs } = await reply(worker, this.#code, { ms: startMs, error: tooBusy() });
    this.#usedMs = processorMs;
  }

  /**
   * Sends an order, and gives the reply with how many of the `ms` it took. Throws `OverBudget` when they are used up, after
   * which the thread is gone.
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
 * What the thread says next, or else `error`: after `ms` by the clock, or where `usedMs` tells what the thread had used
 * before, after `ms` of its processor time.
 */
async function reply(
  worker: Worker,
  { heapMb }: ThreadCode,
  { ms, error, usedMs }: { ms: number; error: Error; usedMs?: number | undefined },
): Promise<Reply> {
  const answer = Promise.withResolvers<Reply>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const tookMs = difference(await processorMsOf(worker), usedMs) ?? ms;
    if (tookMs >= ms) answer.reject(error);
    else if (!isOver) timer = setTimeout(() => void look(), ms - tookMs);
  };
  timer = setTimeout(() => void look(), ms);
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

/** What a thread has used, in the middle of its work too; undefined where the runtime cannot tell or the thread has ended. */
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

/** A thread knows no secret of the environment. */
function started({ url, mark, heapMb }: ThreadCode): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
  return new Worker(new URL(url), { workerData: mark, resourceLimits, env: {}, execArgv: [], stdin: false });
}

export type WorkOptions = { ms: number; eachMs?: number; transfer?: ArrayBuffer[] };

/**
 * What a task of a lane gives for its input, part by part, each made when it is asked for with `next`. `ms` is the
 * processor time that all its work may take, and `eachMs` that of one part. Throws `OverBudget`, and
 * HttpError 503 where too many wait already.
 */
export async function* workIn(
  lane: Lane,
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

/** What a thread can do, by name. Each gives its parts one by one, so that neither side holds all of them. */
type Tasks = Record<string, (input: never) => AsyncGenerator<unknown, void, never>>;

/** The other side: in a thread of this mark, does one piece of work after the other once what it needs is loaded. */
export async function serveIn(mark: string, load: () => Promise<Tasks>): Promise<void> {
  if (isMainThread || workerData !== mark) return;
  const tasks = await load();
  let parts: AsyncGenerator<unknown, void, unknown> | undefined;
  const used = (process as Partial<Pick<NodeJS.Process, 'threadCpuUsage'>>).threadCpuUsage?.bind(process);
  const say = (value: Reply) => parentPort?.postMessage({ ...value, processorMs: inMs(used?.()) });
  parentPort?.on('message', (order: Order) => {
    void (async () => {
      try {
        if ('name' in order) {
          const task = tasks[order.name];
          if (!task) throw new Error(`There is no task ${order.name}.`);
          parts = task(order.input as never);
        }
        const { done, value } = (await parts?.next('next' in order ? order.next : undefined)) ?? { done: true };
        say({ done: done ?? false, value });
      } catch (error) {
        say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    })();
  });
  // It has loaded what it works with.
  say({ done: false });
}
