import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { HttpError } from '../../../src/platform/server/http/problem.ts';

/** The platform takes bodies up to this size, and buffers them before a function runs. */
const maxBodyBytes = 6 * 1024 * 1024;

/** Whether this is of a sender who broke off inside a body. */
export const hasBrokenOff = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** How much is held of bodies that are still coming, of everybody's together. */
const maxComingBytes = 128 * 1024 * 1024;

/** A body that is still coming: how much of it is held, and how it is ended to make room. */
interface Coming {
  size: number;
  end: () => void;
}

/** The oldest first. */
const coming = new Set<Coming>();
let held = 0;

function letGo(body: Coming): void {
  if (coming.delete(body)) held -= body.size;
}

/**
 * Ends the bodies that have been coming for longest while too much is held: whoever sends nearly all of many bodies and
 * then waits would have the memory of the machine otherwise, and what comes at an honest pace is complete before its turn.
 */
function makeRoom(): void {
  for (const oldest of coming) {
    if (held <= maxComingBytes) return;
    letGo(oldest);
    oldest.end();
  }
}

/** All of a body. Throws `HttpError` 413, or 503 where it had to make room. */
export async function bodyOf({ headers, body }: Request): Promise<Uint8Array[]> {
  const detail = `Send at most ${maxBodyBytes / 2 ** 20} MB at once.`;
  const tooLarge = new HttpError(413, 'Content Too Large', detail);
  if (!body) return [];
  if (Number(headers.get('Content-Length') ?? 0) > maxBodyBytes) {
    await body.cancel();
    throw tooLarge;
  }
  const parts: Uint8Array[] = [];
  const reader = body.getReader();
  const own: Coming = { size: 0, end: () => void reader.cancel().catch(() => undefined) };
  coming.add(own);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      // What was on its way when it was ended for another one is held by nobody.
      if (!coming.has(own)) break;
      own.size += next.value.length;
      held += next.value.length;
      if (own.size > maxBodyBytes) {
        own.end();
        throw tooLarge;
      }
      parts.push(next.value);
      makeRoom();
    }
    if (coming.has(own)) return parts;
  } finally {
    letGo(own);
  }
  const busy = 'Too much is being sent at once. Try again in a moment.';
  throw new HttpError(503, 'Service Unavailable', busy, { headers: { 'Retry-After': '5' } });
}

/** When nothing more comes for so long of a body that nobody reads, its sender waits for the answer alone. */
const idleMs = 2000;

/**
 * An answer that ends once its sender has sent all. A browser reads it only then, and a connection that is closed before
 * takes the answer along.
 */
export async function heardOf(answer: Response, from: IncomingMessage): Promise<Response> {
  if (from.complete) return answer;
  const text = await answer.bytes();
  const { status, headers } = answer;
  headers.set('Content-Length', String(text.length));
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(text),
    async pull(controller) {
      const idle = new AbortController();
      const timer = setTimeout(() => idle.abort(), idleMs);
      from.on('data', () => timer.refresh());
      await finished(from, { writable: false, signal: idle.signal }).catch(() => undefined);
      clearTimeout(timer);
      controller.close();
    },
  });
  return new Response(body, { status, headers });
}
