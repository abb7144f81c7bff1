import { createHash } from 'node:crypto';
import { normalUrl } from '../../domain/url.ts';

/** What indexes hold in the place of a link: the same for all forms of one address. Undefined where it names no page. */
export function linkDigest(url: string): string | undefined {
  const normal = normalUrl(url);
  return normal && createHash('sha256').update(normal).digest('base64url').slice(0, 22);
}
