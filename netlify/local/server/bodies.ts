import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { HttpError } from '../../../src/platform/server/http/problem.ts';

/** The platform takes bodies up to this size, and buffers them before a function runs. */
const maxBodyBytes = 6 * 1024 * 1024;

/** Whether this error means that the sender broke off inside a body. */
export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** The maximum number of bytes held of all unfinished bodies together. */
const maxComingBytes = 128 * 1024 * 1024;

/** A body that is still arriving: how many bytes of it are held, and a function that ends it to make room. */
interface Coming {
  size: number;
  end: () => void;
}

/** Oldest first. */
const coming = new Set<Coming>();
let heldBytes = 0;

function release(body: Coming): void {
  if (coming.delete(body)) heldBytes -= body.size;
}

/**
 * Ends the oldest unfinished bodies while too much is held. Otherwise a client that sends nearly all of many bodies and
 * then waits could fill the machine's memory. A body sent at a normal pace is complete before its turn.
 */
function makeRoom(): void {
  for (const oldest of coming) {
    if (heldBytes <= maxComingBytes) return;
    release(oldest);
    oldest.end();
  }
}

/** The whole body. Throws `HttpError` 413, or 503 if it was ended to make room. */
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
  const entry: Coming = { size: 0, end: () => void reader.cancel().catch(() => undefined) };
  coming.add(entry);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      // The last part of a body that was ended for another one is not held.
      if (!coming.has(entry)) break;
      entry.size += next.value.length;
      heldBytes += next.value.length;
      if (entry.size > maxBodyBytes) {
        entry.end();
        throw tooLarge;
      }
      parts.push(next.value);
      makeRoom();
    }
    if (coming.has(entry)) return parts;
  } finally {
    release(entry);
  }
  const busy = 'Too much is being sent at once. Try again in a moment.';
  throw new HttpError(503, 'Service Unavailable', busy, { headers: { 'Retry-After': '5' } });
}

/** If nothing more arrives for this long of a body that nobody reads, its sender is only waiting for the answer. */
const idleMs = 2000;

/**
 * Delays the end of an answer until its sender has sent everything. A browser reads the answer only then, and loses it if
 * the connection is closed before.
 */
export async function answerAfterBody(answer: Response, from: IncomingMessage): Promise<Response> {
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
