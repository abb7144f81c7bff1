import { createHash } from 'node:crypto';
import type { Note } from '../../model/note.ts';
import { normalUrl } from '../../../platform/model/url.ts';

/** What indexes hold in the place of a link: the same for all forms of one address. Undefined where it names no page. */
export function linkDigest(url: string): string | undefined {
  const normal = normalUrl(url);
  return normal && createHash('sha256').update(normal).digest('base64url').slice(0, 22);
}

/**
 * By what a person's notes are found when the same thing comes again: their link, or what a text says. A digest of a text
 * begins with a sign that no digest of a link has.
 */
export function sameDigest({ url, title, body }: Pick<Note, 'url' | 'title' | 'body'>): string | undefined {
  if (url !== null) return linkDigest(url);
  return `=${createHash('sha256').update(`${title}\n${body.trim()}`).digest('base64url').slice(0, 22)}`;
}
