import robotsParser from 'robots-parser';
import { get, type GetOptions } from './get.ts';

/** Our name in robots.txt files. */
export const robotName = 'Commonplace';

/** A robots.txt as its site sent it, and its address. */
export type RobotsFile = { address: string; bytes: Uint8Array };

/** The addresses that a robots.txt allows. */
export function allowedIn({ address, bytes }: RobotsFile, addresses: readonly string[]): string[] {
  const robots = robotsParser(address, Buffer.from(bytes).toString('utf8'));
  return addresses.filter((one) => robots.isAllowed(one, robotName) !== false);
}

const maxBytes = 500 * 1024;

/**
 * A site's robots.txt: everything is allowed if there is none, nothing if its server fails or does not answer (RFC 9309).
 * The files of other sites are not requested: this page names what they have.
 */
export async function robotsOf(url: URL, options: GetOptions): Promise<RobotsFile | 'all' | 'nothing'> {
  const address = new URL('/robots.txt', url).href;
  const answer = await get(address, { ...options, accept: 'text/plain', maxBytes });
  if (!answer.ok) return 'nothing';
  if (answer.status >= 400 && answer.status < 500) return 'all';
  if (answer.status !== 200) return 'nothing';
  const file = await answer.read();
  if (!file.ok) return file.reason === 'too-large' ? 'all' : 'nothing';
  return { address, bytes: file.bytes };
}
