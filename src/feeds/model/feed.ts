import { hostOf } from '../../platform/model/url.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { paths } from '../../platform/model/paths.ts';
import type { PublishedNote } from '../../reading/model/content.ts';
import { xmlText } from '../../platform/model/xml.ts';

/** A start tag as our renderer writes it: all values in double quotes, and no `<` outside of tags. */
const startTag = /<[a-z][a-z0-9]*(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*\s*\/?>/gi;
const address = /(\s(?:href|src)=")([^"]*)"/gi;

/**
 * The HTML of notes with absolute addresses for all links and pictures, so that it works anywhere. `base` is the note's;
 * with `alone`, the text is in a page of its own, and links within it stay.
 */
export function absoluteHtml(html: string, base: string, { alone = false } = {}): string {
  const stays = (value: string) => alone && value.startsWith('#');
  return html.replace(startTag, (tag) =>
    tag.replace(address, (whole, start: string, value: string) =>
      stays(value) ? whole : `${start}${absolute(value, base)}"`,
    ),
  );
}

function absolute(value: string, base: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return value;
  const plain = value.replaceAll('&amp;', '&');
  return URL.canParse(plain, base) ? new URL(plain, base).href.replaceAll('&', '&amp;') : value;
}

/** The content of a feed, independent of the format. */
export type Feed = {
  /** Stays the same for the life of the feed. */
  id: string;
  title: string;
  description: string;
  /** The path that the feed's three files share: empty for the whole site. */
  base: string;
  /** Path of the page that shows the same notes to people. */
  page: string;
  site: FeedSite;
  /** When something last changed: ISO 8601. */
  updatedAt: string;
  entries: FeedEntry[];
};

export type FeedSite = {
  /** The site's origin, without a slash at the end. */
  url: string;
  title: string;
  /** The WebSub hub that is notified of every change. */
  hub?: string | undefined;
};

/** A note as a feed shows it; addresses are absolute. */
export type FeedEntry = {
  id: string;
  url: string;
  title: string;
  author: { name: string; url: string };
  /** The link that the note is about. */
  link: string | undefined;
  excerpt: string;
  html: string;
  tags: string[];
  publishedAt: string;
  updatedAt: string;
};

/** Limits of one feed: notes, and characters of their content, since readers fetch the whole file again and again. */
export const feedLimits = { entries: 50, characters: 1_000_000 } as const;

/** The notes (newest first, all public) that a feed shows: as many as its limits allow, each one whole, and at least one. */
export function feedNotes<T extends Pick<PublishedNote, 'html' | 'note'>>(notes: readonly T[]): T[] {
  let characters = 0;
  return notes.slice(0, feedLimits.entries).filter(({ html, note }, index) => {
    if (!isPublic(note)) throw new Error(`The note ${note.uuid} is not public: no feed shows it.`);
    characters += html.length;
    return index === 0 || characters <= feedLimits.characters;
  });
}

/** A feed of these notes. `emptyAt` is when a feed without notes last changed. */
export function feedOf(
  about: Omit<Feed, 'entries' | 'updatedAt'>,
  notes: readonly PublishedNote[],
  emptyAt: string,
): Feed {
  const entries = feedNotes(notes).map((entry) => feedEntry(entry, about.site));
  return {
    ...about,
    entries,
    updatedAt: entries.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '') || emptyAt,
  };
}

/** A permanent id: a tag URI (RFC 4151) of the site's host. `name` consists of characters allowed in an address. */
export function feedId(site: FeedSite, name: string): string {
  return `tag:${new URL(site.url).hostname},2026:${name}`;
}

function feedEntry({ note, author, html, excerpt }: PublishedNote, site: FeedSite): FeedEntry {
  const url = site.url + paths.note(note);
  const publishedAt = note.publishedAt ?? note.createdAt;
  return {
    id: `urn:uuid:${note.uuid}`,
    url,
    title: note.title,
    author: { name: author.name, url: site.url + paths.person(author.handle) },
    link: note.url ?? undefined,
    excerpt,
    html: absoluteHtml(html, url) + originalLink(note.url),
    tags: note.tags,
    publishedAt,
    updatedAt: note.updatedAt > publishedAt ? note.updatedAt : publishedAt,
  };
}

/** The link to the page that the note is about. */
function originalLink(url: string | null): string {
  return url ? `\n<p><a href="${xmlText(url)}">Read the original on ${xmlText(hostOf(url))}</a></p>` : '';
}
