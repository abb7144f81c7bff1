import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { recent } from '../../../src/platform/server/recent.ts';
import { compress, compressing, encodingOf, isCompressible, type Encoding } from './compressed.ts';

/** The parts of a web response that are sent. */
export type Sendable = Pick<Response, 'status' | 'statusText' | 'headers' | 'body'>;

/** A client that receives nothing for this long has gone, or holds our memory on purpose. */
const stalledMs = 2 * 60_000;

/**
 * Sends a web response, compressed if that saves something: a complete body at once, any other as it is produced. If the
 * body fails, the connection is broken off, so that nobody takes it for complete; the same happens to a reader who receives
 * nothing of what waits for them.
 */
export async function sendResponse(response: Sendable, to: ServerResponse, afterMs = stalledMs): Promise<void> {
  // If nothing waits to be sent, the delay is ours.
  to.setTimeout(afterMs, () => {
    if (to.socket && to.socket.writableLength > 0) to.destroy();
  });
  const encoding = encodingFor(response, to.req);
  const { body } = response;
  try {
    if (to.destroyed || to.req.method === 'HEAD') await body?.cancel();
    if (to.destroyed) return;
    // The compressed length is not known in advance.
    if (encoding) response.headers.delete('Content-Length');
    if (!body || to.req.method === 'HEAD') begin(response, to).end();
    else await sendBody(response, body, encoding, to);
  } catch {
    to.destroy();
  }
}

function begin({ status, statusText, headers }: Sendable, to: ServerResponse): ServerResponse {
  return to.writeHead(status, statusText, [...headers].flat());
}

/** A smaller answer fits into one packet with its headers anyway. */
const worthCompressing = 1024;

/** The encoding of an answer for this client. Sets the headers that depend on it. */
function encodingFor({ status, headers }: Sendable, from: IncomingMessage): Encoding | undefined {
  // A 304 has no type, but must vary like the full answer. Some answers that do not vary get it too, which is harmless.
  if (status === 304 && !headers.has('Vary')) headers.set('Vary', 'Accept-Encoding');
  // Files are compressed where they are stored, and have the header.
  if (headers.has('Content-Encoding') || /accept-encoding/i.test(headers.get('Vary') ?? '')) return undefined;
  if (!isCompressible(headers.get('Content-Type') ?? '') || headers.has('Content-Range')) return undefined;
  const caching = headers.get('Cache-Control') ?? '';
  if (/\bno-transform\b/i.test(caching)) return undefined;
  headers.append('Vary', 'Accept-Encoding');
  if (Number(headers.get('Content-Length') ?? Infinity) < worthCompressing) return undefined;
  if (!/\bpublic\b/i.test(caching) && mayBeForced(from)) return undefined;
  const encoding = encodingOf(from.headers['accept-encoding']);
  // The compressed body is equivalent, but not identical byte by byte.
  const etag = headers.get('ETag');
  if (encoding && etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
  return encoding;
}

/**
 * Whether a page of another site may have caused this request. An attacker who can repeat it with guesses in the address
 * could infer a person's private data from the size of the compressed answers (BREACH).
 */
function mayBeForced({ headers: { cookie, 'sec-fetch-site': site } }: IncomingMessage): boolean {
  return cookie !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Compressed bodies of answers with an ETag, by encoding, address and ETag. */
const packed = recent<Buffer>(4 * 1024 * 1024, ({ length }) => length);

async function sendBody(
  response: Sendable,
  body: ReadableStream<Uint8Array>,
  encoding: Encoding | undefined,
  to: ServerResponse,
): Promise<void> {
  const { headers } = response;
  const end = (bytes: Uint8Array) => {
    headers.set('Content-Length', String(bytes.length));
    begin(response, to).end(bytes);
  };
  const endPacked = (bytes: Buffer, how: Encoding) => {
    headers.set('Content-Encoding', how);
    end(bytes);
  };
  const etag = headers.get('ETag');
  const name = etag && `${encoding} ${to.req.url} ${etag}`;
  const before = name ? packed.get(name) : undefined;
  if (before && encoding) {
    await body.cancel();
    return endPacked(before, encoding);
  }
  const reader = body.getReader();
  // Nothing more is produced for a reader who has left.
  to.once('close', () => void reader.cancel().catch(() => undefined));
  const { received, rest } = await beginningOf(reader);
  if (rest) return sendStream(response, received, rest, encoding, to);
  const [first] = received;
  const plain = first && received.length === 1 ? first : Buffer.concat(received);
  if (!encoding || plain.length < worthCompressing) return end(plain);
  const bytes = await compress(plain, encoding, name ? 'kept' : 'once');
  if (name) packed.set(name, bytes);
  endPacked(bytes, encoding);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
/** The rest of a body: its reader, and the pending read. */
type Rest = { reader: Reader; next: ReturnType<Reader['read']> };

/** The maximum that is collected of a body that is available immediately. */
const maxWhole = 256 * 1024;
const waits = Symbol('waits');

/** The whole body if it is available immediately; otherwise what came without waiting, and the rest. */
async function beginningOf(reader: Reader): Promise<{ received: Uint8Array[]; rest?: Rest }> {
  const received: Uint8Array[] = [];
  for (let size = 0; ;) {
    const next = reader.read();
    const result = received.length === 0 ? await next : await Promise.race([next, turn(waits)]);
    if (result !== waits && result.done) return { received };
    if (result === waits || size > maxWhole) return { received, rest: { reader, next } };
    received.push(result.value);
    size += result.value.length;
  }
}

async function sendStream(
  response: Sendable,
  received: Uint8Array[],
  rest: Rest,
  encoding: Encoding | undefined,
  to: ServerResponse,
): Promise<void> {
  const packer = encoding && compressing(encoding);
  if (encoding) response.headers.set('Content-Encoding', encoding);
  begin(response, to);
  const parts = Readable.from(partsOf(received, rest, packer?.flush));
  await (packer ? pipeline(parts, packer.through, to) : pipeline(parts, to));
}

/** `flush` is called while the next part is not ready, so that finished ones are not held back. */
async function* partsOf(
  received: Uint8Array[],
  { reader, next }: Rest,
  flush?: () => void,
): AsyncGenerator<Uint8Array> {
  yield* received;
  for (;;) {
    if (flush && (await Promise.race([next, turn(waits)])) === waits) flush();
    const { done, value } = await next;
    if (done) return;
    yield value;
    next = reader.read();
  }
}
