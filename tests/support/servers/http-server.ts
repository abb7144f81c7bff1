import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The certificate and key of an HTTPS server. */
export type Secure = { cert: string; key: string };

/**
 * A real HTTP server on a free port with this `listener`; HTTPS with `secure`. `calls` lists the requests so far:
 * `GET /path`.
 */
export async function startHttpServer(listener: RequestListener, secure?: Secure) {
  const calls: string[] = [];
  const heard: RequestListener = (request, response) => {
    calls.push(`${request.method} ${request.url}`);
    listener(request, response);
  };
  const server = secure ? createSecure(secure, heard) : createServer(heard);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: secure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    port,
    calls,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
