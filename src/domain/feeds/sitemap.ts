import { pagesOf, type Page } from '../collection.ts';
import { element, textElement, xmlDocument } from './xml.ts';

/** An address that search engines should know. `changedAt` is ISO 8601, or undefined when nobody knows. */
export type SitemapEntry = { path: string; changedAt?: string | undefined };

/** The protocol allows no more addresses in one file. */
const sitemapSize = 50_000;

/** All addresses, cut into as many files as the protocol asks for. */
export function sitemapPages(entries: readonly SitemapEntry[]): Page<SitemapEntry>[] {
  return pagesOf(entries, sitemapSize);
}

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The first file that search engines read: it names the others. */
export function sitemapIndex(siteUrl: string, files: readonly SitemapEntry[]): string {
  return xmlDocument(
    element(
      'sitemapindex',
      { xmlns },
      files.map((file) => located('sitemap', siteUrl, file)),
    ),
  );
}

/** One file of addresses. */
export function sitemapFile(siteUrl: string, entries: readonly SitemapEntry[]): string {
  return xmlDocument(
    element(
      'urlset',
      { xmlns },
      entries.map((entry) => located('url', siteUrl, entry)),
    ),
  );
}

function located(name: string, siteUrl: string, { path, changedAt }: SitemapEntry): string {
  return element(name, {}, [
    textElement('loc', siteUrl + path),
    ...(changedAt ? [textElement('lastmod', changedAt)] : []),
  ]);
}
