import { parentPort, Worker } from 'node:worker_threads';

/** What a program answers, by the name of the question. */
export type Answers<Program> = { [Name in keyof Program]: (question: never) => Promise<unknown> };

/** Threads that run the same program, each answering one message at a time. */
export type Threads<Program extends Answers<Program>> = {
  /**
   * Rejects with what the program threw, or when a thread ends before it answers. What is `urgent` goes before whatever
   * waits.
   */
  ask: <Name extends keyof Program>(
    name: Name,
    question: Parameters<Program[Name]>[0],
    options?: { urgent?: boolean },
  ) => Promise<Awaited<ReturnType<Program[Name]>>>;
  end: () => Promise<void>;
};

/** What is made of one note is garbage by the next: with the sixteen of the default, a seventh of the time goes into clearing up. */
const maxYoungGenerationSizeMb = 192;

type Message = { name: PropertyKey; question: unknown };
type Waiting = { message: Message; resolve: (answer: never) => void; reject: (error: Error) => void };
type Told = { answer: never } | { error: Error; details: object };

/** Starts `count` threads of this program; `data` is what each finds in its `workerData`. */
export function startThreads<Program extends Answers<Program>>(
  program: URL,
  { count, data }: { count: number; data?: unknown },
): Threads<Program> {
  const waiting: Waiting[] = [];
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb } });
    return { worker, current: undefined as Waiting | undefined };
  });
  let broken: Error | undefined;
  const next = (thread: (typeof threads)[number]) => {
    thread.current = waiting.shift();
    if (thread.current) thread.worker.postMessage(thread.current.message);
  };
  const breakOff = (error: Error) => {
    broken ??= error;
    const left = [...threads.flatMap(({ current }) => current ?? []), ...waiting.splice(0)];
    for (const { reject } of left) reject(broken);
  };
  for (const thread of threads) {
    thread.worker.on('error', breakOff);
    thread.worker.on('exit', (code) => breakOff(new Error(`A thread of the build ended with ${code}.`)));
    thread.worker.on('message', (told: Told) => {
      if ('error' in told) thread.current?.reject(Object.assign(told.error, told.details));
      else thread.current?.resolve(told.answer);
      next(thread);
    });
  }
  return {
    ask: (name, question, { urgent = false } = {}) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        const asked = { message: { name, question }, resolve, reject };
        if (urgent) waiting.unshift(asked);
        else waiting.push(asked);
        const idle = threads.find(({ current }) => !current);
        if (idle) next(idle);
      }),
    async end() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** What a thread does with each message: what the program has under its name. */
export function answerQuestions<Program extends Answers<Program>>(program: Program): void {
  parentPort?.on('message', ({ name, question }: Message) => {
    program[name as keyof Program](question as never).then(
      (answer) => parentPort?.postMessage({ answer }),
      // An error loses what others added to it on its way, such as SQLite's code.
      (error: unknown) => parentPort?.postMessage({ error, details: { ...(error as object) } }),
    );
  });
}
