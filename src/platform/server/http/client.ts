import { isIPv6 } from 'node:net';

/**
 * What limits count the sender of a request by: an IPv4 address as it is, also where it comes inside an IPv6 address, and
 * of an IPv6 address the network of 64 bits, of which one customer has at least a whole one.
 */
export function clientOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // The shortest spelling there is: hexadecimal, without leading zeros, with one `::` at most.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(shortest);
  if (mapped) return [mapped[1], mapped[2]].flatMap((pair) => bytesOf(parseInt(pair ?? '', 16))).join('.');
  const [before = [], after = []] = shortest.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const gap = shortest.includes('::') ? Array<string>(8 - before.length - after.length).fill('0') : [];
  return `${[...before, ...gap, ...after].slice(0, 4).join(':')}::/64`;
}

const bytesOf = (pair: number) => [pair >> 8, pair & 255];
