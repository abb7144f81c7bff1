import { setImmediate } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';

/** What a program answers, by the name of the question. */
export type Answers<Program> = { [Name in keyof Program]: (question: never) => Promise<unknown> };

/** Threads that run the same program, each answering one question at a time, and this thread with them. */
export type Threads<Program extends Answers<Program>> = {
  /**
   * Rejects with what the program threw, or when a thread ends before it answers. What takes `long` goes before whatever
   * waits, and never to this thread: while it is at work, no other is given anything.
   */
  ask: <Name extends keyof Program>(
    name: Name,
    question: Parameters<Program[Name]>[0],
    options?: { long?: boolean },
  ) => Promise<Awaited<ReturnType<Program[Name]>>>;
  /** What waits is begun no more; resolves when nothing is under way. */
  end: () => Promise<void>;
};

/** The room that this thread has by its start (see command.ts), which Node counts three times for others. */
const maxYoungGenerationSizeMb = 3 * 32;

type Message = { name: PropertyKey; question: unknown };
type Job = { message: Message; long: boolean; resolve: (answer: never) => void; reject: (error: Error) => void };
type Told = { answer: never } | { error: Error; details: object };

/**
 * Starts `count` threads of this program; `data` is what each finds in its `workerData`. This thread, which has the same
 * program at hand (`here`), takes its share between whatever else it does: another thread would have to load, and to
 * warm up, everything that this one has.
 */
export function startThreads<Program extends Answers<Program>>(
  program: URL,
  { count, data, here }: { count: number; data?: unknown; here: Program },
): Threads<Program> {
  const waiting: Job[] = [];
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb } });
    return { worker, sent: [] as Job[] };
  });
  let ownTurn: Promise<void> | undefined;
  let broken: Error | undefined;

  const share = () => {
    // Two for each: while this one is at work, it gives out nothing.
    for (const before of [0, 1]) {
      for (const { worker, sent } of threads) {
        if (sent.length > before || sent[0]?.long) continue;
        const job = waiting.shift();
        if (!job) return;
        sent.push(job);
        worker.postMessage(job.message);
      }
    }
    workHere();
  };
  const workHere = () => {
    // Messages are heard between one job and the next.
    ownTurn ??= setImmediate().then(async () => {
      const at = waiting.findIndex(({ long }) => !long);
      const [job] = at < 0 ? [] : waiting.splice(at, 1);
      if (job) await answerTo(here, job.message).then(job.resolve, job.reject);
      ownTurn = undefined;
      if (job) share();
    });
  };
  const breakOff = (error: Error) => {
    broken ??= error;
    const left = [...threads.flatMap(({ sent }) => sent.splice(0)), ...waiting.splice(0)];
    for (const { reject } of left) reject(broken);
  };

  for (const { worker, sent } of threads) {
    worker.on('error', breakOff);
    worker.on('exit', (code) => breakOff(new Error(`A thread of the build ended with ${code}.`)));
    worker.on('message', (told: Told) => {
      const job = sent.shift();
      if ('error' in told) job?.reject(Object.assign(told.error, told.details));
      else job?.resolve(told.answer);
      share();
    });
  }
  return {
    ask: (name, question, { long = false } = {}) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        const job = { message: { name, question }, long, resolve, reject };
        if (long) waiting.unshift(job);
        else waiting.push(job);
        share();
      }),
    async end() {
      breakOff(new Error('The threads of the build were ended.'));
      await Promise.all([ownTurn, ...threads.map(({ worker }) => worker.terminate())]);
    },
  };
}

/** What a thread does with each message: what the program has under its name. */
export function answerQuestions<Program extends Answers<Program>>(program: Program): void {
  let before: Promise<void> = Promise.resolve();
  parentPort?.on('message', (message: Message) => {
    before = before
      .then(() => answerTo(program, message))
      .then(
        (answer) => parentPort?.postMessage({ answer }),
        // An error loses what others added to it on its way, such as SQLite's code.
        (error: unknown) => parentPort?.postMessage({ error, details: { ...(error as object) } }),
      );
  });
}

async function answerTo<Program extends Answers<Program>>(program: Program, { name, question }: Message) {
  return (await program[name as keyof Program](question as never)) as never;
}
