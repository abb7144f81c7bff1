import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction, type Socket, BlockList, isIPv4 } from 'node:net';
import type { Duplex } from 'node:stream';

/** Blocks of IPv4 that are no addresses of the public internet (IANA's registry of special purposes). */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The platform's own addresses of Azure, where machines ask for their settings.
  ['168.63.129.16', 32],
] as const;

/** What is not global unicast in IPv6 (2000::/3), and what in it carries an IPv4 address or is for documents. */
const special6 = [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const specialIPv4 = new BlockList();
for (const [net, prefix] of special4) specialIPv4.addSubnet(net, prefix, 'ipv4');
const specialIPv6 = new BlockList();
for (const [net, prefix] of special6) specialIPv6.addSubnet(net, prefix, 'ipv6');

/**
 * Whether an IP address is one of the public internet: not of this machine, its network, its cloud's services, several
 * receivers, or a document. False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const [ip = ''] = address.split('%');
  if (isIPv4(ip)) return !specialIPv4.check(ip, 'ipv4');
  return isIP(ip) === 6 && !specialIPv6.check(ip, 'ipv6');
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
  const refuse = () => new ForbiddenAddress('That address is not on the public internet.');
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
