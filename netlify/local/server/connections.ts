import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Each connection costs about 10 KB, so 64,000 idle ones of one machine took more memory than everything else. */
const maxOpen = 4096;

/** Headers fit into a packet or two; a client that takes longer occupies a connection, as proxies do between requests. */
export const timeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 65_000 };

const ignored = () => undefined;

/**
 * Keeps a server's connections within `max`: one more closes the connection that has kept the server waiting for longest,
 * for a request or for the rest of its body; if all are being answered, the oldest one that does not take its answer.
 * Refusing the newest instead would let one client with many connections exclude all others.
 */
export function boundConnections(server: Server, max = maxOpen): Server {
  const open = new Set<Socket>();
  /** Connections without a complete request; the one that has been waiting for longest comes first. */
  const waiting = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    // After a CONNECT, Node's server listens to no errors of the socket any more, and one would end this process.
    socket.on('error', ignored);
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (open.size <= max) return;
    const [longest] = waiting;
    const stalled = longest === socket && open.values().find((one) => one.writableLength > 0);
    (stalled || longest)?.destroy();
  });
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    latest.set(socket, request);
    // A body may end after its answer has: nothing is owed to its sender any more.
    const owe = () => void (response.writableFinished || waiting.delete(socket));
    const isWhole = !request.headers['transfer-encoding'] && !Number(request.headers['content-length']);
    if (isWhole) owe();
    else request.once('end', owe);
    response.once('finish', () => {
      waiting.delete(socket);
      const next = latest.get(socket);
      const isNextOwed = next !== request && next?.complete === true;
      if (!socket.destroyed && !isNextOwed) waiting.add(socket);
    });
  });
  return server;
}

/**
 * Answers the requests of one connection one after another, in which order their answers are sent anyway. A packet can hold
 * a thousand requests, which would all be started before those of other connections.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const before = last.get(request.socket);
    last.set(request.socket, response);
    if (!before || before.writableFinished) listener(request, response);
    else before.once('finish', () => void listener(request, response));
  };
}
