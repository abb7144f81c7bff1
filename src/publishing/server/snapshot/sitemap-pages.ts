import { feedPaths } from '../../../feeds/model/addresses.ts';
import { maxInSitemap, sitemapFiles } from '../../../feeds/model/sitemap.ts';
import type { Asking } from './rows.ts';
import { sizeOf } from './sizes.ts';

/** More than there are of pages beside those of tags and people, with those that one note may bring or take. */
const besides = 100;

/**
 * The files of the sitemap that may name pages of tags and people, those included that one note more or less adds or
 * takes away. People are only counted where it matters: there are no more of them than notes.
 */
export function sitemapPageFiles(ask: Asking, max = maxInSitemap): string[] {
  const others = besides + sizeOf(ask, 'all', 'tags');
  const notes = sizeOf(ask, 'all', 'notes');
  const people = others + notes <= max ? notes : peopleIn(ask);
  return filesNumbered(sitemapFiles(others + people, max));
}

export function filesNumbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => feedPaths.sitemapPages(index + 1));
}

function peopleIn({ one }: Asking): number {
  return one<{ people: number }>(`SELECT count(*) AS people FROM sizes WHERE kind = 'author'`)?.people ?? 0;
}
