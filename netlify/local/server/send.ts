import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { recent } from '../../../src/platform/server/recent.ts';
import { compress, compressing, encodingOf, isCompressible, type Encoding } from './compressed.ts';

/** What is sent of a web response. */
export type Sendable = Pick<Response, 'status' | 'statusText' | 'headers' | 'body'>;

/** Who takes nothing of an answer for so long has gone, or holds our memory on purpose. */
const stalledMs = 2 * 60_000;

/**
 * Sends a web response, compressed where that saves something: at once what is there already, anything else as it comes. A
 * body that breaks off breaks the connection off, so that nobody takes it for whole; so does a reader who takes nothing of
 * what waits for them.
 */
export async function sendResponse(response: Sendable, to: ServerResponse, afterMs = stalledMs): Promise<void> {
  // Where nothing waits, it is we who are slow.
  to.setTimeout(afterMs, () => {
    if (to.socket && to.socket.writableLength > 0) to.destroy();
  });
  const encoding = encodingFor(response, to.req);
  const { body } = response;
  try {
    if (to.destroyed || to.req.method === 'HEAD') await body?.cancel();
    if (to.destroyed) return;
    // Of an answer that would be compressed nobody knows the length before.
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

/** Beside its headers, an answer of less is one packet anyway. */
const worthCompressing = 1024;

/** How an answer is compressed for who asks. It says so itself of what depends on that. */
function encodingFor({ status, headers }: Sendable, from: IncomingMessage): Encoding | undefined {
  // It has no type, and is varied like the answer that it stands for: too often is harmless.
  if (status === 304 && !headers.has('Vary')) headers.set('Vary', 'Accept-Encoding');
  // Files are compressed where they are kept, and say it.
  if (headers.has('Content-Encoding') || /accept-encoding/i.test(headers.get('Vary') ?? '')) return undefined;
  if (!isCompressible(headers.get('Content-Type') ?? '') || headers.has('Content-Range')) return undefined;
  const caching = headers.get('Cache-Control') ?? '';
  if (/\bno-transform\b/i.test(caching)) return undefined;
  headers.append('Vary', 'Accept-Encoding');
  if (Number(headers.get('Content-Length') ?? Infinity) < worthCompressing) return undefined;
  if (!/\bpublic\b/i.test(caching) && mayBeForced(from)) return undefined;
  const encoding = encodingOf(from.headers['accept-encoding']);
  // Compressed, it is the same to who reads it, and not byte by byte.
  const etag = headers.get('ETag');
  if (encoding && etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
  return encoding;
}

/**
 * Whether a page of another site may have had somebody's browser ask this. By what compressed answers of one person weigh, who
 * has it ask again and again with guesses in the address would learn what else stands in them (BREACH).
 */
function mayBeForced({ headers: { cookie, 'sec-fetch-site': site } }: IncomingMessage): boolean {
  return cookie !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Compressed bodies of answers that have an ETag, by encoding, address and that. */
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
  // Nothing more is made for a reader who has left.
  to.once('close', () => void reader.cancel().catch(() => undefined));
  const { begun, rest } = await beginningOf(reader);
  if (rest) return sendStream(response, begun, rest, encoding, to);
  const [first] = begun;
  const plain = first && begun.length === 1 ? first : Buffer.concat(begun);
  if (!encoding || plain.length < worthCompressing) return end(plain);
  const bytes = await compress(plain, encoding, name ? 'kept' : 'once');
  if (name) packed.set(name, bytes);
  endPacked(bytes, encoding);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
/** What follows of a body: its reader, and what was asked of it last. */
type Rest = { reader: Reader; next: ReturnType<Reader['read']> };

/** Of a body that is there at once no more than this is waited for. */
const maxWhole = 256 * 1024;
const waits = Symbol('waits');

/** All of a body that is there already; of others what came without waiting, and the rest. */
async function beginningOf(reader: Reader): Promise<{ begun: Uint8Array[]; rest?: Rest }> {
  const begun: Uint8Array[] = [];
  for (let size = 0; ;) {
    const next = reader.read();
    const came = begun.length === 0 ? await next : await Promise.race([next, turn(waits)]);
    if (came !== waits && came.done) return { begun };
    if (came === waits || size > maxWhole) return { begun, rest: { reader, next } };
    begun.push(came.value);
    size += came.value.length;
  }
}

async function sendStream(
  response: Sendable,
  begun: Uint8Array[],
  rest: Rest,
  encoding: Encoding | undefined,
  to: ServerResponse,
): Promise<void> {
  const packer = encoding && compressing(encoding);
  if (encoding) response.headers.set('Content-Encoding', encoding);
  begin(response, to);
  const parts = Readable.from(partsOf(begun, rest, packer?.flush));
  await (packer ? pipeline(parts, packer.through, to) : pipeline(parts, to));
}

/** `flush` is called where a part is waited for, so that nobody waits for what has been made already. */
async function* partsOf(begun: Uint8Array[], { reader, next }: Rest, flush?: () => void): AsyncGenerator<Uint8Array> {
  yield* begun;
  for (;;) {
    if (flush && (await Promise.race([next, turn(waits)])) === waits) flush();
    const { done, value } = await next;
    if (done) return;
    yield value;
    next = reader.read();
  }
}
