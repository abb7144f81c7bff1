import type { ListedNote } from '../../reading/model/content.ts';
import { limits } from '../../platform/model/limits.ts';
import { paths } from '../../platform/model/paths.ts';
import { feedPaths, feedFiles } from './addresses.ts';
import { markdownText } from './formats.ts';
import { element, textElement, xmlDocument } from '../../platform/model/xml.ts';
import { cutTo } from '../../platform/model/text/plain-text.ts';

/** An address for search engines. `changedAt` is ISO 8601, or undefined if unknown. */
type SitemapEntry = { path: string; changedAt?: string | undefined };

/** The maximum number of addresses that the protocol allows in one file. */
export const maxInSitemap = 50_000;
/** Files of notes are much smaller, since a changed note makes its file stale. */
const notesInPart = 1000;

/** How many files this many addresses of other pages need; at least one. */
export function sitemapFiles(pages: number, max = maxInSitemap): number {
  return Math.max(1, Math.ceil(pages / max));
}

/** How many files this many notes are divided among: a power of two, so that growth rarely moves a note. */
export function sitemapParts(notes: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, notes / notesInPart)));
}

/** Spread evenly, and constant for a note: the end of a version 7 uuid is random. */
export function sitemapShard(uuid: string): number {
  return Number.parseInt(uuid.slice(-6), 16);
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

/** What crawlers may read, and where the addresses are listed. */
export function robotsTxt(siteUrl: string): string {
  const closed = ['/api/', paths.write, paths.inbox, paths.user];
  return [
    'User-agent: *',
    'Allow: /api/oembed',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${feedPaths.sitemap}`,
    '',
  ].join('\n');
}

type Site = { url: string; title: string; description: string };

/** How a browser's search field searches this site. */
export function openSearchXml({ url, title, description }: Site): string {
  return xmlDocument(
    element('OpenSearchDescription', { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' }, [
      // The maximum length that is shown.
      textElement('ShortName', cutTo(title, 16)),
      textElement('Description', description),
      textElement('InputEncoding', 'UTF-8'),
      element('Url', { type: 'text/html', template: `${url}${paths.search}?q={searchTerms}` }, []),
    ]),
  );
}

/** The site for language models (llmstxt.org): what it is, and the newest notes (all public) as Markdown files. */
export function llmsTxt(site: Site, notes: readonly ListedNote[]): string {
  const link = (name: string, path: string, about = '') =>
    `- [${markdownText(name)}](${site.url}${path})${about && `: ${markdownText(about)}`}`;
  return [
    `# ${site.title}`,
    `> ${site.description}`,
    `Every public note is a Markdown file with front matter at its address with \`.md\` at the end. Lists have ${limits.pageSize} notes a page.`,
    '## Newest notes',
    notes.map(({ note, excerpt }) => link(note.title, feedPaths.noteSource(note), excerpt)).join('\n'),
    '## Everything',
    [
      link('All notes', paths.list(1)),
      link('Sitemap', feedPaths.sitemap),
      link('Atom feed', `/${feedFiles.atom}`),
      link('JSON Feed', `/${feedFiles.json}`),
      link('API description (OpenAPI)', '/api/openapi.json'),
    ].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}
