import { hash } from 'node:crypto';
import { normalUrl } from '../../platform/model/url.ts';

/** The digest of a link in indexes, equal for all forms of one address. Undefined if it is not the address of a page. */
export function linkDigest(url: string): string | undefined {
  const normal = normalUrl(url);
  return normal && hash('sha256', normal, 'base64url').slice(0, 22);
}
