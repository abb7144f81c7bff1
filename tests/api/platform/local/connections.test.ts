import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundConnections, oneAtATime } from '../../../../netlify/local/server/connections.ts';
import { openServer } from '../../../../netlify/local/server/server.ts';

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const { close } of open.splice(0)) close();
});

async function start(listener: RequestListener, max?: number): Promise<number> {
  const server = boundConnections(createServer(oneAtATime(listener)), max);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => void (server.close(), server.closeAllConnections()) });
  return (server.address() as AddressInfo).port;
}

async function connected(port: number, sent = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  open.push({ close: () => socket.destroy() });
  await once(socket, 'connect');
  if (sent) await new Promise((written) => socket.write(sent, written));
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const unfinished = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nbegun';

test.each([
  ['nothing', ''],
  ['half of a request', 'GET / HTTP/1.1\r\nX: '],
  ['a part of a body', unfinished],
])('of too many connections that sent %s, the one that has been idle longest is closed', async (_, sent) => {
  const port = await start((request, response) => {
    request.resume().once('end', () => response.end('heard'));
  }, 3);
  const oldest = await connected(port, sent);
  const closed = once(oldest, 'close');
  const later = [await connected(port, sent), await connected(port, sent)];
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('heard');
  await closed;
  expect(later.map(({ closed: gone }) => gone)).toEqual([false, false]);
});

test('a connection that is being answered is not closed for others', async () => {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const port = await start((request, response) => {
    if (request.url !== '/long') return void response.end('heard');
    asked.resolve();
    void mayAnswer.promise.then(() => response.end('all of it'));
  }, 2);
  const long = fetch(`http://127.0.0.1:${port}/long`);
  await asked.promise;
  for (let turn = 0; turn < 4; turn += 1) await connected(port);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('heard');
  mayAnswer.resolve();
  expect(await (await long).text()).toBe('all of it');
});

test('of too many connections that do not read their responses, the oldest is closed', async () => {
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed: number[] = [];
  const port = await start((request, response) => {
    if (request.url === '/') return void response.end('heard');
    const which = Number(request.url?.slice(1));
    response.once('close', () => closed.push(which));
    response.end(Buffer.alloc(64 * 2 ** 20));
    asked[which]?.resolve();
  }, 2);
  for (const [which, { promise }] of asked.entries()) {
    await connected(port, get(`/${which}`));
    await promise;
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('heard');
  expect(closed).toEqual([0]);
});

test('a connection that still sends its body after the response counts as idle', async () => {
  const port = await start((request, response) => {
    request.once('end', () => ended.resolve());
    response.end('heard');
  }, 2);
  const ended = Promise.withResolvers<void>();
  const late = await connected(port, unfinished);
  await once(late, 'data');
  const closed = once(late, 'close');
  late.write('rest');
  await ended.promise;
  const later = [await connected(port), await connected(port)];
  await closed;
  expect(later.map(({ closed: gone }) => gone)).toEqual([false, false]);
});

test('a connection with two pipelined requests is not closed while the second is being answered', async () => {
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const port = await start((request, response) => {
    if (request.url !== '/2') return void response.end('heard');
    asked.resolve();
    void mayAnswer.promise.then(() => response.end('all of it'));
  }, 2);
  const both = await connected(port, ['/1', '/2'].map(get).join(''));
  let heard = '';
  both.on('data', (data) => (heard += data.toString()));
  const closed = once(both, 'close');
  await asked.promise;
  for (let turn = 0; turn < 3; turn += 1) await connected(port);
  mayAnswer.resolve();
  while (!heard.includes('all of it'))
    await Promise.race([once(both, 'data'), closed.then(() => (heard += 'all of it, not'))]);
  expect(heard).not.toContain('not');
});

test('pipelined requests on a connection are answered one at a time, and other connections take turns with it', async () => {
  const order: string[] = [];
  let under = 0;
  const second = Promise.withResolvers<void>();
  const port = await start((request, response) => {
    order.push(request.url ?? '');
    under += 1;
    expect(under).toBeLessThanOrEqual(2);
    const answer = () => {
      under -= 1;
      response.end(`${request.url};`);
    };
    if (request.url === '/1') void second.promise.then(answer);
    else answer();
  });
  const socket = await connected(port, ['/1', '/2', '/3'].map(get).join(''));
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  await fetch(`http://127.0.0.1:${port}/other`);
  second.resolve();
  while (!heard.includes('/3;')) await once(socket, 'data');
  expect(order).toEqual(['/1', '/other', '/2', '/3']);
  expect(heard.match(/\/\d;/g)).toEqual(['/1;', '/2;', '/3;']);
});

test('a client that breaks off after CONNECT ends nothing but its own connection', async () => {
  const failures: Error[] = [];
  const fail = (error: Error) => void failures.push(error);
  process.on('uncaughtException', fail);
  const server = await openServer(0);
  const socket = await connected(server.port, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.resetAndDestroy();
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
  await server.stop(0);
  process.off('uncaughtException', fail);
  expect(failures).toEqual([]);
});
