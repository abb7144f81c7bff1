import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NetlifyDev } from '@netlify/dev';

/** Runs the platform's emulator with only the functions of this folder, and sends its port to the parent process. */
const off = { enabled: false };
const emulator = new NetlifyDev({
  projectRoot: process.cwd(),
  skipGitignore: true,
  functions: { enabled: true },
  aiGateway: off,
  blobs: off,
  database: off,
  edgeFunctions: off,
  environmentVariables: off,
  geolocation: off,
  headers: off,
  images: off,
  redirects: off,
  server: off,
  staticFiles: off,
});
await emulator.start();

const server = createServer((request, response) => {
  void emulator.handleAndIntrospectNodeRequest(request).then(async (answered) => {
    const answer = answered?.response ?? new Response('The emulator has nothing here.', { status: 404 });
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.appendHeader(name, value);
    response.end(new Uint8Array(await answer.arrayBuffer()));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
  void emulator.stop().then(() => process.exit(0));
});
