import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NetworkAccess } from '../../../src/capture/server/get.ts';
import { startHttpServer } from '../servers/http-server.ts';

/** A paragraph long enough to be recognised as the main text of a page. */
export const paragraph = `<p>${'A margin is room to answer what one reads, in a sentence or in a word. '.repeat(12)}</p>`;

/** A typical article page: meta elements, navigation, text, scripts. */
export function articlePage({ head = '', body = paragraph.repeat(3) } = {}): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>On margins | Site</title>${head}</head>
<body><nav><a href="/">Home</a></nav><article><h1>On margins</h1>${body}</article><footer>About</footer></body></html>`;
}

export type Routes = Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>;

/** Starts a local site: pages by path, served as HTML if they are strings; anything else is a 404. */
export async function startSite(routes: Routes) {
  return startHttpServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (typeof route === 'function') return route(request, response);
    response.writeHead(route === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(route);
  });
}

/** Allows the loopback address, which the product itself refuses to reach. */
export const loopbackOnly: NetworkAccess = { mayReach: (ip) => ip === '127.0.0.1' };
