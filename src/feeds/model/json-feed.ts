import type { Feed } from './feed.ts';
import { feedFiles } from './files.ts';

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
