import { parentPort, Worker } from 'node:worker_threads';

/** Threads that run the same program, each answering one message at a time. */
export type Threads<Question, Answer> = {
  /** Rejects with what the program threw, or when a thread ends before it answers. */
  ask: (question: Question) => Promise<Answer>;
  end: () => Promise<void>;
};

/** What is made of one note is garbage by the next: with the sixteen of the default, a fifth of the time goes into clearing up. */
const maxYoungGenerationSizeMb = 192;

type Waiting<Question, Answer> = {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
};
type Told<Answer> = { answer: Answer } | { error: Error; details: object };

/** Starts `count` threads of this program; `data` is what each finds in its `workerData`. */
export function startThreads<Question, Answer>(
  program: URL,
  { count, data }: { count: number; data?: unknown },
): Threads<Question, Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  const threads = Array.from({ length: count }, () => {
    const worker = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb } });
    return { worker, current: undefined as Waiting<Question, Answer> | undefined };
  });
  let broken: Error | undefined;
  const next = (thread: (typeof threads)[number]) => {
    thread.current = waiting.shift();
    if (thread.current) thread.worker.postMessage(thread.current.question);
  };
  const breakOff = (error: Error) => {
    broken ??= error;
    const left = [...threads.flatMap(({ current }) => current ?? []), ...waiting.splice(0)];
    for (const { reject } of left) reject(broken);
  };
  for (const thread of threads) {
    thread.worker.on('error', breakOff);
    thread.worker.on('exit', (code) => breakOff(new Error(`A thread of the build ended with ${code}.`)));
    thread.worker.on('message', (told: Told<Answer>) => {
      if ('error' in told) thread.current?.reject(Object.assign(told.error, told.details));
      else thread.current?.resolve(told.answer);
      next(thread);
    });
  }
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken);
        waiting.push({ question, resolve, reject });
        const idle = threads.find(({ current }) => !current);
        if (idle) next(idle);
      }),
    async end() {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** What the program of a thread does with each message. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  parentPort?.on('message', (question: Question) => {
    answer(question).then(
      (found) => parentPort?.postMessage({ answer: found }),
      // An error loses what others added to it on its way, such as SQLite's code.
      (error: unknown) => parentPort?.postMessage({ error, details: { ...(error as object) } }),
    );
  });
}
