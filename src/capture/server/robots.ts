import robotsParser from 'robots-parser';
import { get, type GetOptions } from './get.ts';

/** What robots.txt files call us. */
export const robotName = 'Commonplace';

const maxBytes = 500 * 1024;

/**
 * Whether a site's robots.txt allows keeping copies of this page: yes where there is none, no where its server fails or
 * does not answer (RFC 9309).
 */
export async function allowsCopies(url: URL, options: GetOptions): Promise<boolean> {
  const address = new URL('/robots.txt', url).href;
  const answer = await get(address, { ...options, accept: 'text/plain', maxBytes });
  if (!answer.ok) return false;
  if (answer.status >= 400 && answer.status < 500) return true;
  if (answer.status !== 200) return false;
  const file = await answer.read();
  if (!file.ok) return file.reason === 'too-large';
  return robotsParser(address, Buffer.from(file.bytes).toString('utf8')).isAllowed(url.href, robotName) !== false;
}
