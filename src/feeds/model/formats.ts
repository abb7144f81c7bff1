import type { Feed, FeedEntry } from './feed.ts';
import { feedFiles, feedTypes } from './addresses.ts';
import { element, textElement, xmlDocument, xmlText } from '../../platform/model/xml.ts';
import { paths } from '../../platform/model/paths.ts';
import type { CollectionPage, ListedNote, PublishedNote } from '../../reading/model/content.ts';

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

/** The feed as JSON Feed 1.1. */
export function jsonFeed({ title, description, base, page, site, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: site.url + page,
    feed_url: `${site.url}${base}/${feedFiles.json}`,
    ...(site.hub ? { hubs: [{ type: 'WebSub', url: site.hub }] } : {}),
    items: entries.map((entry) => ({
      id: entry.id,
      url: entry.url,
      ...(entry.link ? { external_url: entry.link } : {}),
      title: entry.title,
      content_html: entry.html,
      ...(entry.excerpt ? { summary: entry.excerpt } : {}),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
      authors: [entry.author],
      tags: entry.tags,
    })),
  });
}

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
    // Feed readers treat it as HTML, and an excerpt is plain text.
    textElement('description', xmlText(excerpt || title)),
    textElement('content:encoded', html),
  ]);
}

/** Tue, 03 Nov 2026 12:00:00 GMT. */
function rssDate(iso: string): string {
  return new Date(iso).toUTCString();
}

/** A note as a Markdown file: its metadata as YAML front matter, then its text unchanged. */
export function noteMarkdown({ note, author }: Pick<PublishedNote, 'note' | 'author'>, siteUrl: string): string {
  const fields = {
    title: note.title,
    author: author.name,
    date: note.publishedAt ?? note.createdAt,
    updated: note.updatedAt,
    ...(note.tags.length > 0 ? { tags: note.tags } : {}),
    ...(note.url ? { url: note.url } : {}),
    canonical: siteUrl + paths.note(note),
    uuid: note.uuid,
  };
  const matter = Object.entries(fields).map(([name, value]) => `${name}: ${yamlValue(value)}\n`);
  return `---\n${matter.join('')}---\n\n${note.body}\n`;
}

/** A collection as Markdown: its metadata and description, and a link to each of its notes, in its order. */
export function collectionMarkdown(
  { collection, author }: Pick<CollectionPage, 'collection' | 'author'>,
  notes: readonly ListedNote[],
  siteUrl: string,
): string {
  const { name, slug, description, updatedAt } = collection;
  const canonical = siteUrl + paths.collection(author.handle, slug);
  const fields = { title: name, author: author.name, updated: updatedAt, canonical };
  const matter = Object.entries(fields).map(([field, value]) => `${field}: ${yamlValue(value)}\n`);
  const lines = notes.map(({ note, author: by, excerpt }) => {
    const about = [`by ${markdownText(by.name)}`, markdownText(excerpt)].filter(Boolean).join(': ');
    return `- [${markdownText(note.title)}](${siteUrl}${paths.note(note)}) ${about}`;
  });
  const parts = [`# ${markdownText(name)}`, description.split('\n').map(markdownText).join('\n'), lines.join('\n')];
  return `---\n${matter.join('')}---\n\n${parts.filter(Boolean).join('\n\n')}\n`;
}

/** JSON is valid YAML, once the characters that YAML forbids are escaped too. */
function yamlValue(value: string | string[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => yamlValue(item)).join(', ')}]`;
  return JSON.stringify(value).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Plain text, escaped for Markdown. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]`*_<>]/g, '\\$&');
}
