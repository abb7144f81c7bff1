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

/** What goes to the thread: a new piece of work, or the wish for its next part, with what the part depends on. */
type Order = { name: string; input: unknown } | { next: unknown };
type Reply = { done: boolean; value?: unknown } | { failed: string };
/** What a thread says first, once it has loaded what it works with. */
const ready: Reply = { done: false };

/** The code of a thread: the file that it runs, wherever a bundler put it, and what tells that file that it is a
 * thread; and how many megabytes its heap may have. All threads and the process stay below 600. */
export type ThreadCode = { url: string; mark: string; heapMb: number };

/** One thread, and who waits for it. */
export class Lane {
  #worker: Worker | undefined;
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
    await reply(worker, this.#code, startMs, tooBusy());
  }

  /** Sends an order, and gives the reply if it comes within `ms`. Throws `OverBudget`, after which the thread is gone. */
  async ask(order: Order, ms: number, transfer: ArrayBuffer[] = []): Promise<Reply> {
    const worker = this.#worker;
    if (!worker) throw new Error('A thread is started before it is asked.');
    worker.ref();
    worker.postMessage(order, transfer);
    const seconds = Math.ceil(ms / 1000);
    const late = new OverBudget(`Reading it takes longer than the ${seconds} seconds that are left for it.`);
    return reply(worker, this.#code, ms, late);
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

/** What the thread says next, or else within `ms` the error `late`. */
async function reply(worker: Worker, { heapMb }: ThreadCode, ms: number, late: Error): Promise<Reply> {
  const said = Promise.withResolvers<Reply>();
  const timer = setTimeout(() => said.reject(late), ms);
  const failed = (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    said.reject(isMemory ? new OverBudget(`Reading it takes more than ${heapMb} MB of memory.`) : error);
  };
  const exited = () => said.reject(new OverBudget('Reading it was broken off.'));
  worker.once('message', said.resolve).once('error', failed).once('exit', exited);
  try {
    return await said.promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', said.resolve).off('error', failed).off('exit', exited);
  }
}

/** A thread knows no secret of the environment. */
function started({ url, mark, heapMb }: ThreadCode): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
  return new Worker(new URL(url), { workerData: mark, resourceLimits, env: {}, execArgv: [], stdin: false });
}

export type WorkOptions = { ms: number; eachMs?: number; transfer?: ArrayBuffer[] };

/**
 * What a task of a lane gives for its input, part by part, each made when it is asked for with `next`. `ms` is the time that all
 * its work may take, without what passes between the parts, and `eachMs` that of one part. Throws `OverBudget`, and
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
      const began = performance.now();
      const reply = await lane.ask(order, Math.min(left, eachMs), 'name' in order ? transfer : []);
      left = Math.max(1, left - (performance.now() - began));
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
  const say = (value: Reply) => parentPort?.postMessage(value);
  parentPort?.on('message', (order: Order) => {
    void (async () => {
      try {
        if ('name' in order) parts = tasks[order.name]?.(order.input as never);
        const { done, value } = (await parts?.next('next' in order ? order.next : undefined)) ?? { done: true };
        say({ done: done ?? false, value });
      } catch (error) {
        say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      }
    })();
  });
  say(ready);
}
