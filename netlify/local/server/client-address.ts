import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { StartFailure } from '../failure.ts';

type Range = ReturnType<typeof ipaddr.parseCIDR>;
/** The address of whoever sent a request. */
export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** The address of the connection itself: what clients claim about it counts for nothing. */
export const addressOfConnection: AddressOf = ({ socket }) =>
  (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');

const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['127.0.0.0/8', '::1/128', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fe80::/10'],
};

/**
 * Finds clients behind the proxies that TRUST_PROXY names: addresses, networks, `loopback` or `private`, with commas
 * between. Each proxy adds whom it was asked by to X-Forwarded-For, so the last address there that is no proxy is the
 * client; what stands before it, anybody may have written. With the word `forwarded` the proxies write Forwarded
 * (RFC 7239) instead. Only one of the two is read, because a proxy hands on what it does not write. Throws `StartFailure`.
 */
export function clientAddress(trusted: string | undefined): AddressOf {
  const words = (trusted ?? '').split(/[\s,]+/).filter(Boolean);
  const byStandard = words.includes('forwarded');
  const ranges = words.filter((word) => word !== 'forwarded').flatMap((word) => (named[word] ?? [word]).map(rangeOf));
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

/** `203.0.113.7:4711` and `[2001:db8::1]:4711` without the port; what is no address stays none. */
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
