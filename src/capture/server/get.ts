import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { checkedAgents, ForbiddenAddress, type Reach } from './checked-agent.ts';

export type GetFailure = 'address' | 'forbidden' | 'unreachable' | 'slow' | 'redirects' | 'too-large';

/** What an address answered after its redirects: `url` is where they led, `read` gives the unpacked body. */
export type Got = { ok: true; url: URL; status: number; headers: IncomingMessage['headers']; read(): Promise<Read> };
type Read = { ok: true; bytes: Uint8Array } | { ok: false; reason: GetFailure };

export type GetOptions = {
  reach: Reach;
  /** Ends everything, name look-ups and bodies included. */
  signal: AbortSignal;
  userAgent: string;
  accept: string;
  maxRedirects: number;
  /** Of the body, unpacked. */
  maxBytes: number;
};

/**
 * Asks for an address as a stranger would: http and https, no cookies, no user, and only public places, at every
 * redirect. Never throws.
 */
export async function get(address: string, options: GetOptions): Promise<Got | { ok: false; reason: GetFailure }> {
  const agents = checkedAgents(options.reach);
  let url = pageAddress(address);
  for (let turn = 0; url; turn += 1) {
    if (turn > options.maxRedirects) return { ok: false, reason: 'redirects' };
    let response: IncomingMessage;
    try {
      response = await answerOf(url, agents, options);
    } catch (error) {
      return { ok: false, reason: reasonOf(error, options.signal) };
    }
    const { statusCode: status = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) {
      return { ok: true, url, status, headers, read: () => bodyOf(response, options) };
    }
    response.destroy();
    url = pageAddress(headers.location, url);
  }
  return { ok: false, reason: 'address' };
}

function pageAddress(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

function answerOf(
  url: URL,
  agents: ReturnType<typeof checkedAgents>,
  { signal, userAgent, accept }: GetOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A name look-up cannot be ended, so the signal is listened to here as well.
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const headers = {
      'User-Agent': userAgent,
      Accept: accept,
      'Accept-Language': 'en, *;q=0.5',
      'Accept-Encoding': 'gzip, br, deflate',
    };
    const asked =
      url.protocol === 'https:'
        ? requestHttps(url, { agent: agents.https, headers, signal })
        : requestHttp(url, { agent: agents.http, headers, signal });
    asked.on('response', resolve).on('error', reject).end();
  });
}

async function bodyOf(response: IncomingMessage, { maxBytes, signal }: GetOptions): Promise<Read> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = unpacked(response);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { ok: false, reason: 'too-large' };
      chunks.push(chunk);
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal) };
  } finally {
    body.destroy();
    response.destroy();
  }
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  // What breaks the stream is met by whoever reads its end.
  return decoder ? pipeline(response, decoder(), () => undefined) : response;
}

function reasonOf(error: unknown, signal: AbortSignal): GetFailure {
  if (signal.aborted) return 'slow';
  return error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable';
}
