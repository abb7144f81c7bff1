import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type AgentOptions, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';

/** The block that IANA assigns global unicast addresses from. Any other block is refused, future ones included. */
const globalIPv6 = ipaddr.parseCIDR('2000::/3');
/** The address at which Azure serves its machines their settings. Elsewhere it is an ordinary public address. */
const azure = '168.63.129.16';

/**
 * Whether an IP address is on the public internet: not of this machine, its network or its cloud's services, and not a
 * multicast or documentation address. False for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const [text = ''] = address.split('%');
  // The parser would take 0x7f000001 and 010.1.1.1 for addresses.
  if (isIP(text) === 0 || text === azure) return false;
  const ip = ipaddr.parse(text);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalIPv6));
}

/** Whether an IP address is of this machine or a private network. Link-local addresses, where cloud services are, do not count. */
export function isLocalNetworkAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  return ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'].includes(ipaddr.process(address).range());
}

/** Looks up all addresses of a name, like `dns.lookup`. */
type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The addresses that a connection may reach, and how names are resolved. */
export type NetworkAccess = { mayReach: (ip: string) => boolean; resolve?: Resolve };

/** Connecting to this address is forbidden. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/**
 * Agents that check every connection with `mayReach`: all addresses that the name resolves to, and the address of the
 * connected socket before anything is sent. So a name that resolves to another address a moment later (DNS rebinding)
 * gains nothing.
 */
export function checkedAgents(
  { mayReach, resolve = systemLookup }: NetworkAccess,
  kept: Pick<AgentOptions, 'keepAlive' | 'maxSockets'> = { keepAlive: false },
): { http: HttpAgent; https: HttpsAgent } {
  const refuse = () => new ForbiddenAddress('That address isn’t on the public internet.');
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, { all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => mayReach(address))) return done(refuse(), '', 0);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
  // A host that is an address is not looked up, so it is checked here.
  const forbidden = (options: { host?: string | null }) => {
    const host = options.host?.replace(/^\[|\]$/g, '') ?? '';
    return isIP(host) !== 0 && !mayReach(host);
  };
  const checkedOnConnect = (socket: Duplex | null | undefined): Duplex | null | undefined => {
    const connecting = socket as Socket | null | undefined;
    connecting?.prependOnceListener('connect', () => {
      if (!connecting.remoteAddress || !mayReach(connecting.remoteAddress)) connecting.destroy(refuse());
    });
    return socket;
  };
  const settings: AgentOptions = { ...kept, lookup };

  class CheckedHttp extends HttpAgent {
    override createConnection(...[options, done]: Parameters<HttpAgent['createConnection']>) {
      if (forbidden(options)) throw refuse();
      return checkedOnConnect(super.createConnection(options, done));
    }
  }
  class CheckedHttps extends HttpsAgent {
    override createConnection(...[options, done]: Parameters<HttpsAgent['createConnection']>) {
      if (forbidden(options)) throw refuse();
      return checkedOnConnect(super.createConnection(options, done));
    }
  }
  return { http: new CheckedHttp(settings), https: new CheckedHttps(settings) };
}

type GetFailure = 'address' | 'forbidden' | 'unreachable' | 'slow' | 'redirects' | 'too-large';

/** The answer after redirects. `url` is the final address; `read` gives the decompressed body. */
export type GetResult = {
  ok: true;
  url: URL;
  status: number;
  headers: IncomingMessage['headers'];
  read(): Promise<Read>;
};
type Read = { ok: true; bytes: Uint8Array } | { ok: false; reason: GetFailure };

export type GetOptions = {
  reach: NetworkAccess;
  /** Aborts everything, name look-ups and bodies included. */
  signal: AbortSignal;
  userAgent: string;
  accept: string;
  maxRedirects: number;
  /** The limit of the body, both as it is sent and decompressed, since little data can decompress to any size. */
  maxBytes: number;
};

/**
 * Fetches an address as an anonymous visitor: http or https, without cookies or credentials. Every redirect must lead to
 * an allowed address. Never throws.
 */
export async function get(
  address: string,
  options: GetOptions,
): Promise<GetResult | { ok: false; reason: GetFailure }> {
  const agents = checkedAgents(options.reach);
  let url = pageAddress(address);
  for (let turn = 0; url; turn += 1) {
    if (turn > options.maxRedirects) return { ok: false, reason: 'redirects' };
    let response: IncomingMessage;
    try {
      response = await answerOf(url, agents, options);
    } catch (error) {
      return { ok: false, reason: reasonOf(error, options.signal) };
    }
    const { statusCode: status = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) {
      return { ok: true, url, status, headers, read: () => bodyOf(response, options) };
    }
    response.destroy();
    url = pageAddress(headers.location, url);
  }
  return { ok: false, reason: 'address' };
}

/** Lower ports belong to well-known services such as mail. They are refused, except those of http and https. */
const firstFreePort = 1024;

function pageAddress(address: string, base?: URL): URL | undefined {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.port !== '' && Number(url.port) < firstFreePort && !['80', '443'].includes(url.port)) return undefined;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

function answerOf(
  url: URL,
  agents: ReturnType<typeof checkedAgents>,
  { signal, userAgent, accept }: GetOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A name look-up cannot be aborted, so this listens to the signal as well.
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const headers = {
      'User-Agent': userAgent,
      Accept: accept,
      'Accept-Language': 'en, *;q=0.5',
      'Accept-Encoding': 'gzip, br, deflate',
    };
    const outgoing =
      url.protocol === 'https:'
        ? requestHttps(url, { agent: agents.https, headers, signal })
        : requestHttp(url, { agent: agents.http, headers, signal });
    outgoing.on('response', resolve).on('error', reject).end();
  });
}

async function bodyOf(response: IncomingMessage, { maxBytes, signal }: GetOptions): Promise<Read> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = unpacked(response, maxBytes);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) return { ok: false, reason: 'too-large' };
      chunks.push(chunk);
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error, signal) };
  } finally {
    body.destroy();
    response.destroy();
  }
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

class TooLarge extends Error {
  override name = 'TooLarge';
}

function unpacked(response: IncomingMessage, maxBytes: number): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  // Errors of the pipeline reach the reader of its end.
  return decoder ? pipeline(response, limitedTo(maxBytes), decoder(), () => undefined) : response;
}

function limitedTo(maxBytes: number) {
  return async function* (parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let size = 0;
    for await (const part of parts) {
      size += part.byteLength;
      if (size > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes.`);
      yield part;
    }
  };
}

function reasonOf(error: unknown, signal: AbortSignal): GetFailure {
  if (signal.aborted) return 'slow';
  if (error instanceof TooLarge) return 'too-large';
  return error instanceof ForbiddenAddress ? 'forbidden' : 'unreachable';
}
