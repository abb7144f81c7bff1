import { createServer, type AddressInfo } from 'node:net';

/**
 * The site's origin in API tests. The port is reserved for this test, so nothing else on the machine is reached, and
 * nothing is served at it: connections are closed at once.
 */
const server = createServer((socket) => socket.destroy());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();
const { port } = server.address() as AddressInfo;

export const origin = `http://localhost:${port}`;

/** Another host name for the same port, for URLs that must be unreachable. */
export const nowhere = `http://127.0.0.1:${port}`;
