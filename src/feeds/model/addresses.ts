import type { Note } from '../../notes/model/note.ts';
import { paths, tagFolder } from '../../platform/model/paths.ts';

/** The size of a note's preview picture in pixels, as link previews expect it. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The formats of every feed: file names here, media types below. */
export const feedFiles = { atom: 'feed.xml', rss: 'rss.xml', json: 'feed.json' } as const;

export const feedTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;

/** The lists of everyone's notes that have a preview card, and the text on it. */
export const listCards = {
  front: 'A shared book of what is worth reading',
  hot: 'Hot notes',
  discussed: 'What’s being discussed',
  saved: 'Most saved',
  all: 'All notes',
  tags: 'All tags',
} as const;

type Named = Pick<Note, 'uuid' | 'slug'>;

const cardOf = (kind: string, name: string) => `/preview/${kind}/${encodeURIComponent(name)}.png`;

/** Addresses for programs other than browsers, percent-encoded paths from the site root. Browsers do not load these, unlike `paths`. */
export const feedPaths = {
  /** The folder of a tag's three feed files. */
  ofTag: tagFolder,
  ofPerson: (handle: string) => `/u/${handle}`,
  ofCollection: (handle: string, slug: string) => paths.collection(handle, slug),
  collectionSource: (handle: string, slug: string) => `${paths.collection(handle, slug)}.md`,
  /** The preview picture of a collection; a new name gives a new address. */
  collectionImage: (id: string, updatedAt: string) => `/collection/image/${id}/${Date.parse(updatedAt)}.png`,
  noteSource: (note: Named) => `${paths.note(note)}.md`,
  /** The preview picture of one revision: each has its own address, so that caches never serve an older one. */
  noteImage: ({ uuid, rev }: Pick<Note, 'uuid' | 'rev'>) => `/note/image/${uuid}/${rev}.png`,
  /** The preview pictures of other pages: of a tag, a person or a list. */
  tagCard: (tag: string) => cardOf('tag', tag.replaceAll('/', '_')),
  personCard: (handle: string) => cardOf('person', handle),
  listCard: (list: keyof typeof listCards) => cardOf('list', list),
  oembed: (noteUrl: string) => `/api/oembed?url=${encodeURIComponent(noteUrl)}`,
  sitemap: '/sitemap.xml',
  sitemapPages: (number: number) => (number === 1 ? '/sitemap/pages.xml' : `/sitemap/pages-${number}.xml`),
  sitemapPart: (number: number) => `/sitemap/${number}.xml`,
} as const;
