import { BlockList, isIP, isIPv4 } from 'node:net';

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
