import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sendResponse } from '../../../netlify/local/server/http.ts';

async function serverOf(answer: (to: ServerResponse) => Response, stalledMs?: number): Promise<string> {
  const server = createServer((_request, response) => void sendResponse(answer(response), response, stalledMs));
  server.listen(0, '127.0.0.1');
  onTestFinished(async () => void (await server[Symbol.asyncDispose]()));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test('an answer that breaks off is taken for whole by nobody', async () => {
  const half = new TextEncoder().encode('half');
  const breaking = {
    pull(controller: ReadableStreamDefaultController) {
      controller.enqueue(half);
      controller.error(new Error('broken'));
    },
  };
  const at = await serverOf(() => new Response(new ReadableStream(breaking)));
  await expect(fetch(at).then((response) => response.text())).rejects.toThrow();
});

test('what nobody reads is not made: a body is ended when only its headers are asked for', async () => {
  const ended = Promise.withResolvers<string>();
  const at = await serverOf(() => new Response(new ReadableStream({ cancel: () => ended.resolve('ended') })));
  expect((await fetch(at, { method: 'HEAD' })).status).toBe(200);
  expect(await ended.promise).toBe('ended');
});

test('an answer that a reader takes no further is broken off, and no more of it is made', async () => {
  const ended = Promise.withResolvers<string>();
  const part = new Uint8Array(1024 * 1024);
  const endless = {
    pull: (controller: ReadableStreamDefaultController) => controller.enqueue(part),
    cancel: () => ended.resolve('ended'),
  };
  const { port } = new URL(await serverOf(() => new Response(new ReadableStream(endless)), 100));
  const reader = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void reader.destroy());
  reader.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await ended.promise).toBe('ended');
});

test('an answer that is made slowly is waited for', async () => {
  const slowly = (to: ServerResponse) => ({
    async pull(controller: ReadableStreamDefaultController) {
      await once(to, 'timeout');
      controller.enqueue(new TextEncoder().encode('made'));
      controller.close();
    },
  });
  const at = new URL(await serverOf((to) => new Response(new ReadableStream(slowly(to))), 100));
  const asker = connect(Number(at.port), '127.0.0.1');
  asker.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await text(asker)).toContain('made');
});
