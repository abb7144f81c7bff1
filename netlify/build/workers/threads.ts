import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { availableParallelism } from 'node:os';
import type { PrepareNotes } from '../../../src/publishing/server/snapshot/write.ts';
import type { Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { buildWork, type BrokenPage, type BuildJob, type BuildWork } from './work.ts';
import { inParts } from '../../../src/platform/model/parts.ts';

/** The tasks of a thread, by name. */
type Tasks<Own> = { [Name in keyof Own]: (input: never) => Promise<unknown> };

/** Threads with the same tasks, each running one at a time, together with this thread. */
export type Threads<Own extends Tasks<Own>> = {
  /**
   * Runs a task in the next free thread. Rejects with what it threw, or if its thread ends first. A `long` one precedes
   * everything that waits, and never runs in this thread: while this thread works, no other gets a task.
   */
  run: <Name extends keyof Own>(
    name: Name,
    input: Parameters<Own[Name]>[0],
    options?: { long?: boolean },
  ) => Promise<Awaited<ReturnType<Own[Name]>>>;
  /** Drops waiting tasks; resolves when nothing is running. */
  end: () => Promise<void>;
};

/**
 * The size of this thread's young heap (`buildCommand` of netlify/local) as a worker's limit: the option of Node sets one
 * semi-space, and the limit counts three.
 */
const maxYoungGenerationSizeMb = 3 * 32;

/** The message to a thread, its reply, and the caller who waits for it. */
type Order = { name: PropertyKey; input: unknown };
type Reply = { value: never } | { error: Error; details: object };
type Job = { order: Order; long: boolean; resolve: (value: never) => void; reject: (error: Error) => void };

/**
 * Starts `count` threads of this program; `data` is their `workerData`. This thread, which can run the same tasks (`here`),
 * takes its share between its other work: another thread would have to load and warm up everything that this one has.
 */
export function startThreads<Own extends Tasks<Own>>(
  program: URL,
  { count, data, here }: { count: number; data?: unknown; here: Own },
): Threads<Own> {
  const waiting: Job[] = [];
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb } });
    return { worker, assigned: [] as Job[] };
  });
  let ownTurn: Promise<void> | undefined;
  let failure: Error | undefined;

  const distribute = () => {
    // Each thread gets two tasks, since the main thread assigns none while it works itself.
    for (const before of [0, 1]) {
      for (const { worker, assigned } of threads) {
        if (assigned.length > before || assigned[0]?.long) continue;
        const job = waiting.shift();
        if (!job) return;
        assigned.push(job);
        worker.postMessage(job.order);
      }
    }
    runHere();
  };
  const runHere = () => {
    // Messages are received between one task and the next.
    ownTurn ??= setImmediate().then(async () => {
      const at = waiting.findIndex(({ long }) => !long);
      const [job] = at < 0 ? [] : waiting.splice(at, 1);
      if (job) await done(here, job.order).then(job.resolve, job.reject);
      ownTurn = undefined;
      if (job) distribute();
    });
  };
  const failAll = (error: Error) => {
    failure ??= error;
    const left = [...threads.flatMap(({ assigned }) => assigned.splice(0)), ...waiting.splice(0)];
    for (const { reject } of left) reject(failure);
  };

  for (const { worker, assigned } of threads) {
    worker.on('error', failAll);
    worker.on('exit', (code) => failAll(new Error(`A thread of the build ended with ${code}.`)));
    worker.on('message', (reply: Reply) => {
      const job = assigned.shift();
      if ('error' in reply) job?.reject(Object.assign(reply.error, reply.details));
      else job?.resolve(reply.value);
      distribute();
    });
  }
  return {
    run: (name, input, { long = false } = {}) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        const job = { order: { name, input }, long, resolve, reject };
        if (long) waiting.unshift(job);
        else waiting.push(job);
        distribute();
      }),
    async end() {
      failAll(new Error('The threads of the build were ended.'));
      await Promise.all([ownTurn, ...threads.map(({ worker }) => worker.terminate())]);
    },
  };
}

/** The thread's side: runs one task after another. */
export function serveTasks<Own extends Tasks<Own>>(tasks: Own): void {
  let before: Promise<void> = Promise.resolve();
  parentPort?.on('message', (order: Order) => {
    before = before
      .then(() => done(tasks, order))
      .then(
        (value) => parentPort?.postMessage({ value }),
        // Posting an error drops properties that were added to it, such as SQLite's code.
        (error: unknown) => parentPort?.postMessage({ error, details: { ...(error as object) } }),
      );
  });
}

async function done<Own extends Tasks<Own>>(tasks: Own, { name, input }: Order) {
  return (await tasks[name as keyof Own](input as never)) as never;
}

/** Does the work of a build: in this thread while there is little of it, and on every other core too once there is much. */
type WorkerPool = {
  prepare: PrepareNotes;
  /**
   * Renders addresses into files, and returns those that fail. `wrote` is called now and then with the number of files
   * written.
   */
  write: (addresses: readonly string[], wrote: (files: number) => void) => Promise<BrokenPage[]>;
  /** Computes what to read after each note. Call it before `index`, and before the files of notes are written. */
  computeRelated: () => Promise<void>;
  /** Updates the search index. Call it before the files of the index are written. */
  index: () => Promise<void>;
  end: () => Promise<void>;
};

const partSize = 100;
/** Up to this number of notes or files, starting threads takes longer than it saves. */
const worthThreads = { notes: 400, files: 600 };

/** A pool for a build that reads from this snapshot. */
export function workerPoolFor(job: BuildJob, snapshot: Snapshot): WorkerPool {
  const here = buildWork(job, snapshot);
  let threads: Threads<BuildWork> | undefined;
  let notesSoFar = 0;
  const threadsFor = (isMuch: boolean) => {
    const count = availableParallelism() - 1;
    if (isMuch && count > 0) {
      threads ??= startThreads(new URL('./build-worker.ts', import.meta.url), { count, data: job, here });
    }
    return threads;
  };
  return {
    async prepare(notes) {
      const all = threadsFor((notesSoFar += notes.length) > worthThreads.notes);
      if (!all) return here.prepare(notes);
      return (await Promise.all(inParts(notes, partSize).map((part) => all.run('prepare', part)))).flat();
    },
    async write(addresses, wrote) {
      const all = threadsFor(addresses.length > worthThreads.files);
      const written = async (part: readonly string[]) => {
        const broken = await (all ? all.run('write', part) : here.write(part));
        wrote(part.length);
        return broken;
      };
      const parts = inParts(addresses, partSize);
      if (all) return (await Promise.all(parts.map(written))).flat();
      const broken: BrokenPage[] = [];
      for (const part of parts) broken.push(...(await written(part)));
      return broken;
    },
    // One thread does all of it, so it starts first.
    computeRelated: async () =>
      threads ? threads.run('computeRelated', undefined, { long: true }) : here.computeRelated(),
    index: async () => (threads ? threads.run('index', undefined, { long: true }) : here.index()),
    end: async () => threads?.end(),
  };
}
