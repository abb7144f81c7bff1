import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type AgentOptions, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { type Duplex, pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import ipaddr from 'ipaddr.js';

/** What IANA gives out as global unicast: a block that nobody knows yet is refused. */
const globalIPv6 = ipaddr.parseCIDR('2000::/3');
/** The platform's own address of Azure, where machines ask for their settings; to the rest of the world it is an ordinary one. */
const azure = '168.63.129.16';

/**
 * Whether an IP address is one of the public internet: not of this machine, its network, its cloud's services, several
 * receivers, or a document. False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const [text = ''] = address.split('%');
  // The parser would take 0x7f000001 and 010.1.1.1 for addresses.
  if (isIP(text) === 0 || text === azure) return false;
  const ip = ipaddr.parse(text);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalIPv6));
}

/** Whether an IP address is one of this machine or of a network of one's own, its link-local services left out. */
export function isOfOwnNetwork(address: string): boolean {
  if (isIP(address) === 0) return false;
  return ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'].includes(ipaddr.process(address).range());
}

/** Asks for all addresses of a name, as `dns.lookup` does. */
type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Where a connection may lead, and who says what a name means. */
export type Reach = { mayReach: (ip: string) => boolean; resolve?: Resolve };

/** The address behind a name must not be connected to. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/**
 * Agents whose every connection is held against `mayReach`: the addresses that the name has now, all of them, and again
 * the address of the socket before anything is sent. A name that means something else a moment later wins nothing.
 */
export function checkedAgents(
  { mayReach, resolve = systemLookup }: Reach,
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
  // A host that is an address is never looked up.
  const forbidden = (options: { host?: string | null }) => {
    const host = options.host?.replace(/^\[|\]$/g, '') ?? '';
    return isIP(host) !== 0 && !mayReach(host);
  };
  const watched = (socket: Duplex | null | undefined): Duplex | null | undefined => {
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
      return watched(super.createConnection(options, done));
    }
  }
  class CheckedHttps extends HttpsAgent {
    override createConnection(...[options, done]: Parameters<HttpsAgent['createConnection']>) {
      if (forbidden(options)) throw refuse();
      return watched(super.createConnection(options, done));
    }
  }
  return { http: new CheckedHttp(settings), https: new CheckedHttps(settings) };
}

type GetFailure = 'address' | 'forbidden' | 'unreachable' | 'slow' | 'redirects' | 'too-large';

/** What an address answered after its redirects: `url` is where they led, `read` gives the unpacked body. */
export type Got = { ok: true; url: URL; status: number; headers: IncomingMessage['headers']; read(): Promise<Read> };
type Read = { ok: true; bytes: Uint8Array } | { ok: false; reason: GetFailure };

export type GetOptions = {
  reach: Reach;
  /** Ends everything, name look-ups and bodies included. */
  signal: AbortSignal;
  userAgent: string;
  accept: string;
  maxRedirects: number;
  /** Of the body, as it is sent and unpacked: what says nothing can be packed without end. */
  maxBytes: number;
};

/**
 * Asks for an address as a stranger would: http and https, no cookies, no user, and only public places, at every
 * redirect. Never throws.
 */
export async function get(address: string, options: GetOptions): Promise<Got | { ok: false; reason: GetFailure }> {
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

/** Below this, ports belong to services by name: mail, terminals, files. Browsers ask few of them for pages, too. */
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
    // A name look-up cannot be ended, so the signal is listened to here as well.
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const headers = {
      'User-Agent': userAgent,
      Accept: accept,
      'Accept-Language': 'en, *;q=0.5',
      'Accept-Encoding': 'gzip, br, deflate',
    };
    const asked =
      url.protocol === 'https:'
        ? requestHttps(url, { agent: agents.https, headers, signal })
        : requestHttp(url, { agent: agents.http, headers, signal });
    asked.on('response', resolve).on('error', reject).end();
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
  // What breaks the stream is met by whoever reads its end.
  return decoder ? pipeline(response, atMost(maxBytes), decoder(), () => undefined) : response;
}

function atMost(maxBytes: number) {
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
