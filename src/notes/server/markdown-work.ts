import { setImmediate as turn } from 'node:timers/promises';
import { workOf } from '../model/markdown.ts';
import { Lane, OverBudget, serveIn, workIn } from '../../platform/server/bounded/thread.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

/** A function does at once what takes so many milliseconds; what takes longer, nobody else is to wait for. */
const hereMs = 30;
const unnoticedMs = 5;
/** Far more than the most that the limits of texts let through, on a busy machine too. */
const limitMs = 20_000;

/** Texts of this site wait for nothing that comes from elsewhere, and functions that show them load nothing that reads it. */
const code = { url: import.meta.url, mark: 'commonplace texts', heapMb: 96 };
const lane = new Lane('text', code);

let alone = false;

/** Has this process do all such work itself, since it serves nobody: a build has threads of its own. */
export function readAlone(): void {
  alone = true;
}

const declared = new Map<string, (input: never) => unknown>();

/**
 * Declares work on people's texts, and gives what does it where nobody waits for it: here, where it is soon done, otherwise
 * in a thread, which finds it by importing `url`, the module that declares it. That throws HttpError 503 where too many
 * wait for it, or it takes too long.
 */
export function textWork<Input, Output>(
  url: string,
  name: string,
  textsOf: (input: Input) => readonly string[],
  work: (input: Input) => Output | Promise<Output>,
): (input: Input) => Promise<Output> {
  declared.set(name, work);
  return async (input) => {
    if (alone) return work(input);
    const ms = textsOf(input).reduce((sum, text) => sum + workOf(text), 0);
    if (ms <= hereMs) {
      // A page may show many texts of which each is soon done.
      if (ms > unnoticedMs) await turn();
      return work(input);
    }
    try {
      const parts: unknown[] = [];
      const asked: Declared = { url, name, input };
      for await (const part of workIn(lane, 'declared', asked, { ms: limitMs })) parts.push(part);
      return parts[0] as Output;
    } catch (error) {
      if (error instanceof OverBudget) throw tooMuch(error.message);
      throw error;
    }
  };
}

type Declared = { url: string; name: string; input: unknown };

/** Each made of one, with a turn for everybody else between them. */
export async function oneByOne<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    await turn();
  }
  return made;
}

function tooMuch(why: string): HttpError {
  const detail = `This text can’t be shown right now, but it’s safe. ${why} Try again in 10 seconds.`;
  return new HttpError(503, 'Service Unavailable', detail, { headers: { 'Retry-After': '10' } });
}

void serveIn(code.mark, async () => ({
  declared: async function* ({ url, name, input }: Declared) {
    await import(/* @vite-ignore */ url);
    yield await declared.get(name)?.(input as never);
  },
}));
