import type { Note } from '../../notes/model/note.ts';
import { paths, tagFolder } from '../../platform/model/paths.ts';

/** Pixels of a note's picture, as those who show previews want it. */
export const previewSize = { width: 1200, height: 630 } as const;

/** The formats of every feed: the names of their files, and the types by which readers find them. */
export const feedFiles = { atom: 'feed.xml', rss: 'rss.xml', json: 'feed.json' } as const;

export const feedTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const;

/** The lists of everyone's notes that have a card, and what it says. */
export const listCards = {
  front: 'A shared book of what is worth reading',
  hot: 'Hot notes',
  discussed: 'What’s being discussed',
  saved: 'Saved most',
  all: 'All notes',
  tags: 'All tags',
} as const;

type Named = Pick<Note, 'uuid' | 'slug'>;

const cardOf = (kind: string, name: string) => `/preview/${kind}/${encodeURIComponent(name)}.png`;

/** Addresses for other programs than browsers: paths from the site root, percent-encoded. Apart from `paths`, which browsers load. */
export const feedPaths = {
  /** What the three feed files of a tag begin with. */
  ofTag: tagFolder,
  ofPerson: (handle: string) => `/u/${handle}`,
  ofCollection: (handle: string, slug: string) => paths.collection(handle, slug),
  collectionSource: (handle: string, slug: string) => `${paths.collection(handle, slug)}.md`,
  /** The picture of a collection as it is called now. */
  collectionImage: (id: string, updatedAt: string) => `/collection/image/${id}/${Date.parse(updatedAt)}.png`,
  noteSource: (note: Named) => `${paths.note(note)}.md`,
  /** The picture of one revision, so that whoever kept the one before asks again. */
  noteImage: ({ uuid, rev }: Pick<Note, 'uuid' | 'rev'>) => `/note/image/${uuid}/${rev}.png`,
  /** The picture of a page that is not a note's: of a tag, a person or a list. */
  tagCard: (tag: string) => cardOf('tag', tag.replaceAll('/', '_')),
  personCard: (handle: string) => cardOf('person', handle),
  listCard: (list: keyof typeof listCards) => cardOf('list', list),
  oembed: (noteUrl: string) => `/api/oembed?url=${encodeURIComponent(noteUrl)}`,
  sitemap: '/sitemap.xml',
  sitemapPages: (number: number) => (number === 1 ? '/sitemap/pages.xml' : `/sitemap/pages-${number}.xml`),
  sitemapPart: (number: number) => `/sitemap/${number}.xml`,
} as const;
