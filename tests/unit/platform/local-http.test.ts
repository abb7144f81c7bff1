import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendResponse } from '../../../netlify/local/server/http.ts';

async function serverOf(answer: () => Response): Promise<string> {
  const server = createServer((_request, response) => void sendResponse(answer(), response)).listen(0, '127.0.0.1');
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
