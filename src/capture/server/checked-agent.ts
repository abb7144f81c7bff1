import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
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
