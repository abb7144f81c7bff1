import { parseFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import * as z from 'zod';

export type ReadEntry = {
  id: string | undefined;
  title: string | undefined;
  url: string | undefined;
  html: string | undefined;
  published: string | undefined;
  tags: (string | undefined)[];
  author: string | undefined;
};
export type ReadFeed = {
  format: string;
  title: string | undefined;
  self: string | undefined;
  hub: string | undefined;
  entries: ReadEntry[];
};

const Link = z.url({ protocol: /^https?$/ });
const Author = z.strictObject({ name: z.string(), url: Link });

/** JSON Feed 1.1, as strict as its specification (jsonfeed.org/version/1.1), with the members that our feeds have. */
export const JsonFeedDocument = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: Link,
  feed_url: Link,
  hubs: z.array(z.strictObject({ type: z.literal('WebSub'), url: Link })).optional(),
  items: z.array(
    z.strictObject({
      id: z.string().min(1),
      url: Link,
      external_url: Link.optional(),
      title: z.string(),
      content_html: z.string(),
      summary: z.string().optional(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      authors: z.array(Author).min(1),
      tags: z.array(z.string()),
    }),
  ),
});

/** Throws unless the text is a well-formed XML 1.0 document with its namespaces declared. */
export function requireWellFormed(xml: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** Parses a feed of any format as a feed reader does. Throws if it is invalid. */
export function readFeed(text: string): ReadFeed {
  if (text.startsWith('{')) JsonFeedDocument.parse(JSON.parse(text));
  else requireWellFormed(text);
  const read = parseFeed(text);
  switch (read.format) {
    case 'atom': {
      const { feed } = read;
      const link = (links: typeof feed.links, rel: string) => links?.find((one) => one.rel === rel)?.href;
      return {
        format: read.format,
        title: feed.title?.value,
        self: link(feed.links, 'self'),
        hub: link(feed.links, 'hub'),
        entries: (feed.entries ?? []).map((entry) => ({
          id: entry.id,
          title: entry.title?.value,
          url: link(entry.links, 'alternate'),
          html: entry.content?.value,
          published: entry.published,
          tags: (entry.categories ?? []).map(({ term }) => term),
          author: entry.authors?.[0]?.name,
        })),
      };
    }
    case 'rss': {
      const { feed } = read;
      const link = (rel: string) => feed.atom?.links?.find((one) => one.rel === rel)?.href;
      return {
        format: read.format,
        title: feed.title,
        self: link('self'),
        hub: link('hub'),
        entries: (feed.items ?? []).map((item) => ({
          id: item.guid?.value,
          title: item.title,
          url: item.link,
          html: item.content?.encoded,
          published: item.pubDate,
          tags: (item.categories ?? []).map(({ name }) => name),
          author: item.dc?.creators?.[0],
        })),
      };
    }
    case 'json': {
      const { feed } = read;
      return {
        format: read.format,
        title: feed.title,
        self: feed.feed_url,
        hub: feed.hubs?.[0]?.url,
        entries: (feed.items ?? []).map((item) => ({
          id: item.id,
          title: item.title,
          url: item.url,
          html: item.content_html,
          published: item.date_published,
          tags: item.tags ?? [],
          author: item.authors?.[0]?.name,
        })),
      };
    }
    default:
      throw new Error(`No feed of ours is ${read.format}.`);
  }
}
