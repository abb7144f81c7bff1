import type { Feed, FeedEntry } from './feed.ts';
import { feedFiles, feedTypes } from './files.ts';
import { element, textElement, xmlDocument } from '../../platform/model/xml.ts';

/** The feed as Atom (RFC 4287). */
export function atomFeed({ id, title, description, base, page, site, updatedAt, entries }: Feed): string {
  const link = (rel: string, href: string, type?: string) => element('link', { rel, href, type });
  return xmlDocument(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
      textElement('id', id),
      textElement('title', title),
      textElement('subtitle', description),
      textElement('updated', updatedAt),
      link('self', `${site.url}${base}/${feedFiles.atom}`, feedTypes.atom),
      link('alternate', site.url + page, 'text/html'),
      ...(site.hub ? [link('hub', site.hub)] : []),
      ...entries.map(atomEntry),
    ]),
  );
}

function atomEntry(entry: FeedEntry): string {
  const { id, url, title, author, link, excerpt, html, tags, publishedAt, updatedAt } = entry;
  return element('entry', {}, [
    textElement('id', id),
    textElement('title', title),
    element('link', { rel: 'alternate', href: url, type: 'text/html' }),
    ...(link ? [element('link', { rel: 'related', href: link })] : []),
    textElement('published', publishedAt),
    textElement('updated', updatedAt),
    element('author', {}, [textElement('name', author.name), textElement('uri', author.url)]),
    ...tags.map((term) => element('category', { term })),
    ...(excerpt ? [textElement('summary', excerpt)] : []),
    textElement('content', html, { type: 'html' }),
  ]);
}
