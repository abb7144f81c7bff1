import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { StartFailure } from '../settings.ts';
import type { FunctionHost, FunctionMatch } from '../functions/functions.ts';
import {
  isForThisMachine,
  isAllowedHost,
  plain,
  refusalOf,
  requestLine,
  type RequestLine,
  methodRefused,
  webRequest,
  addressOfConnection,
  type AddressOf,
} from './http.ts';
import { isAborted, answerAfterBody } from './bodies.ts';
import { boundConnections, oneAtATime, timeouts } from './connections.ts';
import { sendResponse, type Sendable } from './send.ts';
import { forDocuments, securityHeaders } from '../../../src/platform/server/http/html.ts';
import { log } from '../../../src/platform/server/log.ts';
import { isLoopback } from '../../../src/platform/server/env.ts';
import { live } from '../../../src/maintenance/readiness.ts';
import { hasMetricsToken, type Metrics } from './metrics.ts';
import { type Mailbox, isMailboxPath, mailboxPage } from './mailbox.ts';
import type { StaticFiles } from './static-files.ts';

export interface LocalServer {
  port: number;
  /** Answers with this site from now on; before, every request is told to retry soon. */
  serve(site: Site): void;
  /** Lets running answers finish, for at most `graceMs`, and closes. */
  stop(graceMs?: number): Promise<void>;
}

export interface Site {
  /** The public address of the site; requests get it, whatever name they were sent to. */
  siteUrl: string;
  files: StaticFiles;
  functions: Pick<FunctionHost, 'match'>;
  /** Whether the file at a path is out of date: it is served only if its function fails. */
  isOld?: (this: void, pathname: string) => boolean;
  /** The client of a request; by default the peer of the connection. */
  clientOf?: AddressOf;
  /** The last part of the build hook's path, kept secret. */
  hookToken: string;
  onBuildHook: () => void;
  /** Mail that was caught here, shown at /_mail. */
  mailbox?: Mailbox;
  /** Metrics, served at /metrics to this machine and to requests with `metricsToken`. */
  metrics?: Metrics;
  metricsToken?: string | undefined;
}

export const buildHookPath = (token: string) => `/.netlify/build-hooks/${token}`;

/**
 * Listens on this machine's loopback addresses, IPv4 and, if available, IPv6, so that `localhost` always works, and on
 * `host`, for other machines. With port 0 the system chooses one. Throws `StartFailure` if the port is in use.
 */
export async function openServer(port: number, host?: string): Promise<LocalServer> {
  let site: Site | undefined;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void answerTo(request, response, site);
  };
  const inUse = (which: number) =>
    new StartFailure(`Port ${which} is in use: stop what uses it, or choose another with PORT.`);
  // The wildcard address includes loopback.
  const v4 = host === '0.0.0.0' || host === '::' ? '0.0.0.0' : '127.0.0.1';
  const v6 = host === '::' ? '::' : '::1';
  const others = host === undefined || [v4, v6, 'localhost'].includes(host) ? [] : [host];
  const first = await listen(listener, port, v4);
  if (!first) throw inUse(port);
  const address = first.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  const servers = [first];
  try {
    for (const name of [v6, ...others]) {
      const next = await listen(listener, actualPort, name).catch((cause: unknown) => {
        if (name === host) throw new StartFailure(`HOST is ${host}, which is no address of this machine.`, { cause });
        // This machine has no IPv6; localhost means 127.0.0.1 on it.
        return 'absent' as const;
      });
      if (!next) throw inUse(actualPort);
      if (next !== 'absent') servers.push(next);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return {
    port: actualPort,
    serve: (next) => (site = next),
    async stop(graceMs = 2000) {
      await Promise.all(servers.map((server) => close(server, graceMs)));
    },
  };
}

/** Health is answered during the start and under any load: a supervisor kills a process that does not answer. */
async function answerTo(request: IncomingMessage, response: ServerResponse, site: Site | undefined): Promise<void> {
  try {
    if (request.url === '/healthz' && request.method === 'GET')
      return await sendResponse(protectedAnswer(live()), response);
    if (!site) return await sendResponse(protectedAnswer(starting()), response);
    const { origin } = new URL(site.siteUrl);
    if (!isAllowedHost(request.headers.host, site.siteUrl)) {
      const remedy = 'To have it under another name, set SITE_URL to the address that people open.';
      return await sendResponse(protectedAnswer(plain(421, `This site is at ${origin}. ${remedy}`)), response);
    }
    const line = requestLine(request, origin);
    const match = site.functions.match(line);
    record(request, response, site, routeOf(line, match));
    const client = (site.clientOf ?? addressOfConnection)(request);
    const toWebRequest = () => webRequest(request, response, { origin, client });
    const sent = (await ownAnswer(request, line, site)) ?? (await answerOf(await toWebRequest(), client, site, match));
    await sendResponse(protectedAnswer(sent), response);
  } catch (error) {
    if (response.headersSent) return void response.destroy();
    const refused = refusalOf(error);
    if (!refused && !isAborted(error)) log('error', 'a request failed', { error });
    response.setHeader('Connection', 'close'); // The rest of a body would be taken for the next request.
    const answer = await answerAfterBody(refused ?? plain(500, 'Internal Server Error'), request);
    await sendResponse(protectedAnswer(answer), response);
  }
}

const slowMs = 1000;

/** Counts a finished call, and logs it: every failed or slow one, the others depending on LOG_LEVEL. */
function record({ method = '' }: IncomingMessage, response: ServerResponse, site: Site, route: string): void {
  const began = performance.now();
  response.once('close', () => {
    const ms = Math.round(performance.now() - began);
    const { statusCode: status } = response;
    site.metrics?.request({ route, method, status, ms });
    const requestId = response.getHeader('X-Request-Id') ?? response.getHeader('X-Nf-Request-Id');
    const level = status >= 500 ? 'error' : ms >= slowMs ? 'warn' : 'info';
    log(level, 'request', { requestId, method, route, status, ms });
  });
}

/** The pattern of the route that answers, one of few: a path may contain private data. */
function routeOf(line: RequestLine, match: FunctionMatch | undefined): string {
  const { pathname } = new URL(line.url);
  if (pathname.startsWith('/_astro/')) return 'asset';
  return match && (!match.preferStatic || match.name !== 'not-found') ? match.route : 'file';
}

/** The answers of this server itself, before a body is read; undefined if the site answers. */
async function ownAnswer(from: IncomingMessage, line: RequestLine, site: Site): Promise<Response | undefined> {
  const { pathname } = new URL(line.url);
  const hook = isBuildHook(pathname, site.hookToken);
  if (pathname === '/metrics' && site.metrics) {
    if (!['GET', 'HEAD'].includes(line.method)) return plain(405, 'Method Not Allowed', { Allow: 'GET, HEAD' });
    // A proxy in front of a public site may make everybody look like this machine.
    const isOwn = isLoopback(site.siteUrl) && isForThisMachine(from, site.siteUrl);
    return isOwn || hasMetricsToken(from.headers.authorization, site.metricsToken)
      ? site.metrics.answer()
      : plain(401, 'Bring METRICS_TOKEN as a bearer token.', { 'WWW-Authenticate': 'Bearer' });
  }
  if (!hook && !(site.mailbox && isMailboxPath(pathname))) return undefined;
  if (!isForThisMachine(from, site.siteUrl)) {
    const { localPort } = from.socket;
    return plain(421, `This is answered at http://localhost:${localPort} alone, on the machine itself.`);
  }
  if (!hook) return site.mailbox && mailboxPage(site.mailbox, line);
  if (line.method !== 'POST') return plain(405, 'Method Not Allowed', { Allow: 'POST' });
  site.onBuildHook();
  return plain(202, 'Accepted');
}

/** The answer of the site, from a file or a function. */
export async function answerOf(request: Request, ip: string, site: Site, match?: FunctionMatch): Promise<Response> {
  if (match && !match.preferStatic) return match.call(request, ip);
  const file = await site.files.serve(request);
  if (!match) return file ?? site.files.notFound(request);
  if (file && !site.isOld?.(new URL(request.url).pathname)) return file;
  const answer = await match.call(request, ip);
  return file && answer.status >= 500 ? file : answer;
}

/** Adds the headers that protect every answer, unless it has stricter ones. Immutable files omit those for documents. */
function protectedAnswer({ body, status, statusText, headers: sent }: Response): Sendable {
  const headers = new Headers({ ...securityHeaders });
  for (const [name, value] of sent) if (name !== 'set-cookie') headers.set(name, value);
  for (const cookie of sent.getSetCookie()) headers.append('Set-Cookie', cookie);
  if (sent.get('Cache-Control')?.endsWith('immutable')) for (const name of forDocuments) headers.delete(name);
  return { body, status, statusText: statusText || (STATUS_CODES[status] ?? ''), headers };
}

function isBuildHook(pathname: string, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return pathname.startsWith(buildHookPath('')) && timingSafeEqual(digest(pathname), digest(buildHookPath(token)));
}

const starting = () => plain(503, 'The site is starting. Try again in a moment.', { 'Retry-After': '5' });

/** The answer to bytes that are not a valid HTTP request. */
function notHttp(code: string | undefined): Response {
  if (code === 'HPE_INVALID_METHOD') return methodRefused();
  if (code === 'HPE_HEADER_OVERFLOW') return plain(431, 'Request Header Fields Too Large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return plain(408, 'Request Timeout');
  return plain(400, 'Bad Request');
}

/** Answers on a socket without a request, and closes it. */
function sendRaw(answer: Response, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers } = protectedAnswer(answer);
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

/** Undefined if the port is in use; throws if the address does not exist here. */
async function listen(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
  host: string,
): Promise<Server | undefined> {
  const server = boundConnections(createServer(timeouts, oneAtATime(listener)));
  server.on('clientError', (error: Error & { code?: string }, socket) => sendRaw(notHttp(error.code), socket));
  server.on('connect', (_request, socket) => sendRaw(methodRefused(), socket));
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    void sendResponse(protectedAnswer(plain(417, 'Expectation Failed')), response);
  });
  try {
    server.listen({ port, host, ipv6Only: host.includes(':') });
    await once(server, 'listening');
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') return undefined;
    if (code === 'EACCES') throw new StartFailure(`Port ${port} may not be used here: choose another with PORT.`);
    throw error;
  }
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}
