import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openServer, type LocalServer } from '../../../../netlify/local/server/server.ts';

let server: LocalServer;
const ended = vi.fn<(call: { method: string }) => void>();
beforeAll(async () => {
  server = await openServer(0);
  const whole = () => Promise.resolve(new Response('whole', { status: 404 }));
  server.serve({
    siteUrl: `http://localhost:${server.port}`,
    files: { serve: () => Promise.resolve(undefined), notFound: whole },
    functions: { match: () => undefined },
    hookToken: 'secret',
    onBuildHook: () => undefined,
    metrics: { request: ended, build: () => undefined, answer: whole },
  });
});
afterAll(() => server.stop(0));

test('of endless bodies, the oldest is dropped to make room, and complete requests are answered', async () => {
  const begun = Buffer.alloc(5_900_000, 'a');
  const send = async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${begun.length + 1}\r\n\r\n`);
    await new Promise((written) => socket.write(begun, written));
    return { socket, answer };
  };
  const oldest = await send();
  // One more than fits into 128 MiB.
  const others = await Promise.all(Array.from({ length: 22 }, send));
  try {
    expect(await oldest.answer).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: /i);
    const small = await fetch(`http://localhost:${server.port}/`, { method: 'POST', body: 'small' });
    expect(await small.text()).toBe('whole');
    for (const { socket } of others) socket.write('a');
    const statuses = await Promise.all(others.map(async ({ answer }) => (await answer).slice(0, 12)));
    expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 404']));
  } finally {
    for (const { socket } of [oldest, ...others]) socket.destroy();
  }
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(24));
});

test('a client that sends far too much can send all of it, and gets the reason before the connection closes', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    const heard: Buffer[] = [];
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 2 ** 20}\r\n\r\n`);
    // As a browser does: it reads only after it has sent everything.
    socket.write(Buffer.alloc(64 * 2 ** 20), () => socket.on('data', (data) => heard.push(data)));
    socket.once('end', () => resolve(Buffer.concat(heard).toString()));
    socket.once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*Send at most 6 MB at once\./);
});

test('a client that disconnects within a body fills no log', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ended.mockClear();
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((written) => socket.write('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nbegun', written));
  // By the time this is answered, the other request has started.
  await fetch(`http://localhost:${server.port}/`);
  socket.destroy();
  await vi.waitFor(() => expect(ended.mock.calls.map(([{ method }]) => method)).toContain('PUT'));
  await fetch(`http://localhost:${server.port}/`);
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
});
