import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Each costs about 10 KB, so that 64,000 of one machine, which ask for nothing, were more than all the rest. */
const maxOpen = 4096;

/** Headers fit into a packet or two; who takes longer to send them holds a connection, as do proxies between requests. */
export const timeouts = { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, keepAliveTimeout: 65_000 };

/**
 * Keeps a server's connections within `max`: where one more is opened, that is closed which has been waited for longest, for a
 * request or for the rest of its body. To refuse the newest would let whoever opens many keep everybody else out.
 */
export function boundConnections(server: Server, max = maxOpen): Server {
  const open = new Set<Socket>();
  /** Those which have not asked for anything, or not for all of it; the one that is waited for longest comes first. */
  const waiting = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    waiting.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    const [longest] = waiting;
    if (open.size > max) longest?.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const isWhole = !request.headers['transfer-encoding'] && !Number(request.headers['content-length']);
    if (isWhole) waiting.delete(socket);
    else request.once('end', () => waiting.delete(socket));
    response.once('finish', () => {
      waiting.delete(socket);
      if (!socket.destroyed) waiting.add(socket);
    });
  });
  return server;
}

/**
 * Answers what is asked over one connection one after the other, as it is sent anyway. A packet holds a thousand requests, and
 * nobody else had a turn before all of them.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const before = last.get(request.socket);
    last.set(request.socket, response);
    if (!before || before.writableFinished) listener(request, response);
    else before.once('finish', () => void listener(request, response));
  };
}
