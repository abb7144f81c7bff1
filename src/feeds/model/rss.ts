import type { Feed, FeedEntry } from './feed.ts';
import { feedFiles, feedTypes } from './files.ts';
import { element, textElement, xmlDocument, xmlText } from '../../platform/model/xml.ts';

/** The feed as RSS 2.0, its full texts in content:encoded and its authors in dc:creator. */
export function rssFeed({ title, description, base, page, site, updatedAt, entries }: Feed): string {
  const namespaces = {
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  const link = (rel: string, href: string, type?: string) => element('atom:link', { rel, href, type });
  return xmlDocument(
    element('rss', { version: '2.0', ...namespaces }, [
      element('channel', {}, [
        textElement('title', title),
        textElement('link', site.url + page),
        textElement('description', description),
        textElement('lastBuildDate', rssDate(updatedAt)),
        link('self', `${site.url}${base}/${feedFiles.rss}`, feedTypes.rss),
        ...(site.hub ? [link('hub', site.hub)] : []),
        ...entries.map(rssItem),
      ]),
    ]),
  );
}

function rssItem({ id, url, title, author, excerpt, html, tags, publishedAt }: FeedEntry): string {
  return element('item', {}, [
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('title', title),
    textElement('link', url),
    textElement('pubDate', rssDate(publishedAt)),
    textElement('dc:creator', author.name),
    ...tags.map((tag) => textElement('category', tag)),
    // Readers take it for HTML, and an excerpt is plain text.
    textElement('description', xmlText(excerpt || title)),
    textElement('content:encoded', html),
  ]);
}

/** Tue, 03 Nov 2026 12:00:00 GMT. */
function rssDate(iso: string): string {
  return new Date(iso).toUTCString();
}
