import { setImmediate as turn } from 'node:timers/promises';
import { renderCostOf } from '../model/markdown.ts';
import { QueuedThread, OverBudget, serveInThread, runInThread } from '../../platform/server/bounded/queued-thread.ts';
import { HttpError } from '../../platform/server/http/problem.ts';

/** Work of up to this many milliseconds is done in this process. Longer work would keep other requests waiting. */
const hereMs = 30;
const unnoticedMs = 5;
/** Far more than the limits of texts let through, even on a busy machine. */
const limitMs = 20_000;

/**
 * A lane of its own: this site's texts never wait behind fetched pages, and functions that show them load no code that
 * reads those.
 */
const code = { url: import.meta.url, mark: 'commonplace texts', heapMb: 96 };
const lane = new QueuedThread('text', code);

let alone = false;

/** Makes this process do all such work itself, because it serves nobody: a build has threads of its own. */
export function disableThread(): void {
  alone = true;
}

const declared = new Map<string, (input: never) => unknown>();

/**
 * Declares work on people's texts and returns the function that does it: in this process if it is quick, otherwise in a
 * thread, which finds the work by importing `url`, the module that declares it. Throws HttpError 503 if too many calls
 * wait for a thread, or the work takes too long.
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
    const ms = textsOf(input).reduce((sum, text) => sum + renderCostOf(text), 0);
    if (ms <= hereMs) {
      // A page may show many texts that are each quick.
      if (ms > unnoticedMs) await turn();
      return work(input);
    }
    try {
      const parts: unknown[] = [];
      const task: Declared = { url, name, input };
      for await (const part of runInThread(lane, 'declared', task, { ms: limitMs })) parts.push(part);
      return parts[0] as Output;
    } catch (error) {
      if (error instanceof OverBudget) throw tooMuch(error.message);
      throw error;
    }
  };
}

type Declared = { url: string; name: string; input: unknown };

/** Makes something of each item, and lets other work run between them. */
export async function mapWithYields<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
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

void serveInThread(code.mark, async () => ({
  declared: async function* ({ url, name, input }: Declared) {
    await import(/* @vite-ignore */ url);
    yield await declared.get(name)?.(input as never);
  },
}));
