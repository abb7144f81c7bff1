import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendResponse } from '../../../netlify/local/server/send.ts';

async function serverOf(answer: (to: ServerResponse) => Response, stalledMs?: number): Promise<string> {
  const server = createServer((_request, response) => void sendResponse(answer(response), response, stalledMs));
  server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an interrupted response is not taken for complete', async () => {
  const half = new TextEncoder().encode('half');
  const failingStream = {
    pull(controller: ReadableStreamDefaultController) {
      controller.enqueue(half);
      controller.error(new Error('broken'));
    },
  };
  const at = await serverOf(() => new Response(new ReadableStream(failingStream)));
  await expect(fetch(at).then((response) => response.text())).rejects.toThrow();
});

test('an unread body is cancelled: HEAD requests stop it', async () => {
  const cancelled = Promise.withResolvers<string>();
  const at = await serverOf(() => new Response(new ReadableStream({ cancel: () => cancelled.resolve('ended') })));
  expect((await fetch(at, { method: 'HEAD' })).status).toBe(200);
  expect(await cancelled.promise).toBe('ended');
});

test('a response whose reader has stopped is cancelled, and no more of it is produced', async () => {
  const cancelled = Promise.withResolvers<string>();
  const part = new Uint8Array(1024 * 1024);
  const endless = {
    pull: (controller: ReadableStreamDefaultController) => controller.enqueue(part),
    cancel: () => cancelled.resolve('ended'),
  };
  const { port } = new URL(await serverOf(() => new Response(new ReadableStream(endless)), 100));
  const reader = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void reader.destroy());
  reader.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await cancelled.promise).toBe('ended');
});

test('a slow response is waited for', async () => {
  const slowly = (to: ServerResponse) => ({
    async pull(controller: ReadableStreamDefaultController) {
      await once(to, 'timeout');
      controller.enqueue(new TextEncoder().encode('made'));
      controller.close();
    },
  });
  const at = new URL(await serverOf((to) => new Response(new ReadableStream(slowly(to))), 100));
  const client = connect(Number(at.port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await text(client)).toContain('made');
});

test('a client that disconnects before a response has started cancels it', async () => {
  const [started, cancelled] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const pendingStream = { pull: () => started.resolve('asked'), cancel: () => cancelled.resolve('ended') };
  const at = await serverOf(() => new Response(new ReadableStream(pendingStream, { highWaterMark: 0 })));
  const aborting = new AbortController();
  const answer = fetch(at, { signal: aborting.signal }).catch(() => undefined);
  await started.promise;
  aborting.abort();
  await answer;
  expect(await cancelled.promise).toBe('ended');
});

describe('a complete response', () => {
  const long = 'Words that come again. '.repeat(100);
  const everyone = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'public, max-age=0' };
  const own = { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-store' };

  /** The bytes on the wire. */
  async function sent(at: string, headers: Record<string, string>, method = 'GET') {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request(at, { method, headers }, resolve).on('error', reject).end();
    const answer = await promise;
    return { headers: answer.headers, body: await buffer(answer) };
  }
  const plainOf = (body: Buffer, encoding: string | undefined) =>
    String(encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body);

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('is compressed for clients that accept "%s", and declares its length', async (accepted, encoding) => {
    const at = await serverOf(() => new Response(long, { headers: everyone }));
    const { headers, body } = await sent(at, { 'Accept-Encoding': accepted });
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(body.length) });
    expect(headers['content-encoding']).toBe(encoding);
    expect(plainOf(body, encoding)).toBe(long);
    expect(body.length < long.length / 10).toBe(encoding !== undefined);
  });

  test.each([
    ['is short', 'short', everyone],
    ['is a picture', long, { ...everyone, 'Content-Type': 'image/png' }],
    ['is an archive', long, { ...everyone, 'Content-Type': 'application/zip' }],
    ['comes line by line', long, { ...everyone, 'Content-Type': 'application/x-ndjson; charset=utf-8' }],
    ['is not to be changed', long, { ...everyone, 'Cache-Control': 'public, no-transform' }],
    ['is compressed already', long, { ...everyone, 'Content-Encoding': 'gzip' }],
    ['is a part', long, { ...everyone, 'Content-Range': 'bytes 0-9/99' }],
  ])('is not compressed if it %s', async (_, text, given) => {
    const at = await serverOf(() => new Response(text, { headers: given }));
    const { headers, body } = await sent(at, { 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBe(new Headers(given).get('Content-Encoding') ?? undefined);
    expect(String(body)).toBe(text);
  });

  test.each([
    ['by a page of the site', own, { Cookie: 'a=b', 'Sec-Fetch-Site': 'same-origin' }, 'br'],
    ['by somebody who typed the address', own, { Cookie: 'a=b', 'Sec-Fetch-Site': 'none' }, 'br'],
    ['by a program, which has no cookie', own, { Authorization: 'Bearer x' }, 'br'],
    ['by a page of another site', own, { Cookie: 'a=b', 'Sec-Fetch-Site': 'cross-site' }, undefined],
    ['by nobody knows whom, with a cookie', own, { Cookie: 'a=b' }, undefined],
    ['by another site, and everyone gets the same', everyone, { Cookie: 'a=b', 'Sec-Fetch-Site': 'cross-site' }, 'br'],
  ])('reveals no secrets by its length: requested %s', async (_, given, requested, encoding) => {
    const at = await serverOf(() => new Response(long, { headers: given }));
    const { headers, body } = await sent(at, { 'Accept-Encoding': 'br', ...requested });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toBe('Accept-Encoding');
    expect(plainOf(body, encoding)).toBe(long);
  });

  test('has a weak ETag if compressed, and the same one for HEAD', async () => {
    const at = await serverOf(({ req }) => {
      const headers = { ...everyone, ETag: '"of these bytes"' };
      return new Response(req.method === 'HEAD' ? null : long, { headers });
    });
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await sent(at, { 'Accept-Encoding': 'br' }, method);
      expect(headers).toMatchObject({ etag: 'W/"of these bytes"', vary: 'Accept-Encoding' });
    }
  });

  test('is compressed once per address as long as its ETag stays the same', async () => {
    const made: string[] = [];
    let etag = 'W/"1"';
    const at = await serverOf(({ req }) => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            made.push(`${req.url} ${etag}`);
            controller.enqueue(new TextEncoder().encode(`${req.url} ${etag} ${long}`));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { ...everyone, ETag: etag } });
    });
    const fetchAs = async (path: string, accepted: string) => {
      const { headers, body } = await sent(`${at}${path}`, { 'Accept-Encoding': accepted });
      expect(headers['content-encoding']).toBe(accepted);
      expect(plainOf(body, accepted)).toBe(`/${path} ${etag} ${long}`);
    };
    for (const path of ['a', 'a', 'b', 'a']) await fetchAs(path, 'br');
    await fetchAs('a', 'gzip');
    etag = 'W/"2"';
    await fetchAs('a', 'br');
    expect(made).toEqual(['/a W/"1"', '/b W/"1"', '/a W/"1"', '/a W/"2"']);
  });

  test.each(['br', 'gzip'])('produced slowly is streamed as it is produced, also with %s', async (encoding) => {
    const come = Promise.withResolvers<undefined>();
    const parts = ['first part', ' and the rest'];
    const at = await serverOf(() => {
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            if (parts.length === 1) await come.promise;
            controller.enqueue(new TextEncoder().encode(parts.shift()));
            if (parts.length === 0) controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { ...everyone, 'Content-Length': '23000' } });
    });
    const response = await fetch(at, { headers: { 'Accept-Encoding': encoding } });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Content-Length')).toBeNull();
    let read = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      read += part;
      if (read === 'first part') come.resolve(undefined);
    }
    expect(read).toBe('first part and the rest');
  });

  test('that fails during compression is not taken for complete', async () => {
    let pulled = 0;
    const at = await serverOf(() => {
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setImmediate(resolve));
          if ((pulled += 1) === 3) throw new Error('broken');
          controller.enqueue(new TextEncoder().encode(long));
        },
      });
      return new Response(body, { headers: everyone });
    });
    const reading = fetch(at, { headers: { 'Accept-Encoding': 'gzip' } }).then((response) => response.text());
    await expect(reading).rejects.toThrow();
  });
});
