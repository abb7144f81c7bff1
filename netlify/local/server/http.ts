import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { StartFailure } from '../settings.ts';
import { createRequest } from '@remix-run/node-fetch-server';
import { isLoopback } from '../../../src/platform/server/env.ts';
import { HttpError, problem } from '../../../src/platform/server/http/problem.ts';
import { bodyOf } from './bodies.ts';

type Range = ReturnType<typeof ipaddr.parseCIDR>;
/** The address of the client that sent a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** The address of the connection itself, ignoring what clients claim about it. */
export const addressOfConnection: AddressOf = ({ socket }) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');

const networksByWord: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
};

/**
 * Finds clients behind the proxies in TRUST_PROXY: addresses, networks, `loopback` or `private`, separated by commas. Each
 * proxy appends its own client to X-Forwarded-For, so the last address there that is not a proxy is the client; anybody may
 * have written the addresses before it. With the word `forwarded` the proxies write Forwarded (RFC 7239) instead. Only one
 * of the two is read, because a proxy passes on the header that it does not write. Throws `StartFailure`.
 */
export function clientAddress(trusted: string | undefined): AddressOf {
  const words = (trusted ?? '').split(/[\s,]+/).filter(Boolean);
  const byStandard = words.includes('forwarded');
  const ranges = words
    .filter((word) => word !== 'forwarded')
    .flatMap((word) => (networksByWord[word] ?? [word]).map(rangeOf));
  if (ranges.length === 0) return addressOfConnection;
  return (request) => {
    const chain = byStandard ? forwarded(request.headers.forwarded) : listed(request.headers['x-forwarded-for']);
    let client = addressOfConnection(request);
    while (isIn(ranges, client)) {
      const before = chain.pop();
      if (before === undefined || !isAddress(before)) break;
      client = ipaddr.process(before).toString();
    }
    return client;
  };
}

const listed = (value: string | string[] | undefined) =>
  String(value ?? '')
    .split(',')
    .map(withoutPort);

const forwarded = (value: string | undefined) =>
  (value ?? '').split(',').map((hop) => withoutPort(/(?:^|;)\s*for=("?)([^";]*)\1/i.exec(hop.trim())?.[2] ?? ''));

/** `203.0.113.7:4711` and `[2001:db8::1]:4711` without the port. A text that is not an address stays invalid. */
function withoutPort(text: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text.trim()) ?? [];
  return bracketed ?? dotted ?? text.trim();
}

function isAddress(text: string): boolean {
  try {
    return text.includes(':') || /^\d+(\.\d+){3}$/.test(text) ? Boolean(ipaddr.parse(text)) : false;
  } catch {
    return false;
  }
}

function isIn(ranges: readonly Range[], address: string): boolean {
  if (!isAddress(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
}

function rangeOf(word: string): Range {
  try {
    return word.includes('/')
      ? ipaddr.parseCIDR(word)
      : [ipaddr.parse(word), ipaddr.parse(word).kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new StartFailure(
      `TRUST_PROXY names addresses, networks such as 10.0.0.0/8, loopback, private or forwarded, and not ${word}.`,
    );
  }
}

/** The method and address of a request: enough to choose who answers, before the body is read. */
export type RequestLine = Pick<Request, 'method' | 'url'>;

/** The request cannot be answered; `status` says why. */
class BadRequest extends Error {
  override name = 'BadRequest';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The methods that this platform supports; functions never receive others. */
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}

/** The answer for errors that the request caused; undefined for our own faults. */
export function refusalOf(error: unknown): Response | undefined {
  if (error instanceof HttpError) return problem(error);
  return error instanceof BadRequest ? plain(error.status, error.message, error.headers) : undefined;
}

/** For any other method, such as TRACE, which a web request cannot even represent. */
export const methodRefused = () => plain(405, 'Method Not Allowed', { Allow: methods });

/** The request's method and its address on the site. Throws `BadRequest` for an unknown method or an invalid path. */
export function requestLine(from: IncomingMessage, origin: string): RequestLine {
  if (!methods.split(', ').includes(from.method ?? 'GET'))
    throw new BadRequest(405, 'Method Not Allowed', { Allow: methods });
  const path = from.url ?? '/';
  // A path that begins with two slashes would name a host.
  const url = path.startsWith('/') ? URL.parse(origin + path) : null;
  if (url?.origin !== origin) throw new BadRequest(400, 'The path makes no address.');
  return { method: from.method ?? 'GET', url: url.href };
}

/**
 * Converts Node's request to a web request at the site's own address. It has no signal: nobody uses it, and creating it was
 * a third of the cost of a small call. Throws `BadRequest` for an invalid path, and `HttpError` if the body is too large.
 */
export async function webRequest(
  from: IncomingMessage,
  to: ServerResponse,
  { origin, client }: { origin: string; client: string },
): Promise<Request> {
  const { method, url } = requestLine(from, origin);
  const headers = new Headers(from.headers as Record<string, string>);
  headers.set('X-Nf-Client-Connection-Ip', client);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  const parts = await bodyOf(createRequest(from, to, new URL(url)));
  // As a stream: a request keeps copies of bytes that it is given.
  const sent =
    parts.length > 0 ? { body: Readable.toWeb(Readable.from(parts)) as ReadableStream, duplex: 'half' as const } : {};
  return new Request(url, { method, headers, ...sent });
}

/**
 * Whether a request may name this host. If the site is for this machine only, a page of another site could make its own
 * name resolve to this machine (DNS rebinding), read what only the local user may see, and sign up as the first person, who
 * owns the installation. Such a name must be registered: it has a dot, and is neither an address nor reserved for local
 * networks.
 */
export function isAllowedHost(host: string | undefined, siteUrl: string): boolean {
  if (!isLoopback(siteUrl) || host === new URL(siteUrl).host) return true;
  const { hostname = '' } = URL.parse(`http://${host ?? ''}`) ?? {};
  return !hostname.includes('.') || ipaddr.IPv4.isValid(hostname) || ofOwnNetworks.test(hostname);
}

/** Names that nobody can register; Docker's name for the host machine is host.docker.internal. */
const ofOwnNetworks = /\.(local(host)?|internal|home\.arpa)$/;

/** Headers of proxies and tunnels, which connect from this machine on behalf of others. */
const relayed = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether this came from this machine and to one of its own names. A page of another site can make its own name resolve to
 * this machine (DNS rebinding), but the browser still sends that name, and what is for the local user only is refused.
 */
export function isForThisMachine(from: IncomingMessage, siteUrl: string): boolean {
  const { localPort = 0 } = from.socket;
  const names = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${localPort}`);
  const ownNames = isLoopback(siteUrl) ? [...names, new URL(siteUrl).host] : names;
  const client = addressOfConnection(from);
  const isLocal = client === '::1' || client.startsWith('127.');
  return (
    isLocal &&
    !relayed.some((name) => name in from.headers) &&
    ownNames.includes((from.headers.host ?? '').toLowerCase())
  );
}
