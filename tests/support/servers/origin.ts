import { createServer, type AddressInfo } from 'node:net';

/**
 * The address of the site in tests of the API. The port is this test's own, so whatever else runs on the machine is
 * neither asked nor answers, and nothing is served at it: whoever connects is hung up on, as there is no site.
 */
const server = createServer((socket) => socket.destroy());
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();
const { port } = server.address() as AddressInfo;

export const origin = `http://localhost:${port}`;

/** Another name of the same place, for what is to be reached nowhere. */
export const nowhere = `http://127.0.0.1:${port}`;
