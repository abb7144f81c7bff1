import type { StoredCollection } from '../../library/model/collection.ts';
import type { RankedOrder } from '../../notes/model/ranking.ts';
import type { RelatedNote } from '../../notes/model/related.ts';
import { type CommentByPerson, emptyThread, Thread } from '../../discussion/model/thread.ts';
import { Author } from '../../people/model/user.ts';
import * as z from 'zod';
import { Note, Counts, Mention, noCounts } from '../../notes/model/note.ts';
import { ReadingAid } from '../../notes/model/reading-aid.ts';
import { lazy } from '../../platform/model/memoized.ts';

/** A tag with the number of its notes. */
export type CountedTag = { tag: string; size: number };

const order = lazy(() => new Intl.Collator('en', { numeric: true }));
const characters = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/**
 * Tags as in the index of a book: in alphabetical order under their first letter, accents ignored. Tags that begin with a
 * digit are under `0–9`; scripts other than Latin come last.
 */
export function tagIndex(tags: readonly CountedTag[]): { letter: string; tags: CountedTag[] }[] {
  const sections = new Map<string, CountedTag[]>();
  for (const counted of [...tags].sort((a, b) => order().compare(a.tag, b.tag))) {
    const letter = letterOf(counted.tag);
    const section = sections.get(letter) ?? [];
    section.push(counted);
    sections.set(letter, section);
  }
  return [...sections].map(([letter, tags]) => ({ letter, tags }));
}

function letterOf(tag: string): string {
  if (/^\p{N}/u.test(tag)) return '0–9';
  const [first] = characters().segment(tag.normalize('NFD').replace(/\p{Mn}+/gu, ''));
  return (first?.segment ?? tag).toUpperCase();
}

/** A note as the site shows it: with its author, its rendered body (safe HTML), an excerpt (plain text) and its reading time. */
export const PublishedNote = z.object({
  note: Note,
  author: Author,
  html: z.string(),
  excerpt: z.string(),
  minutes: z.int().positive(),
  /** The note's icon as SVG; absent if it has none, or one that only the browser can fetch. */
  iconSvg: z.string().optional(),
  counts: Counts.default(noCounts),
  /** What the reading assistant shows about it. */
  aid: ReadingAid.optional(),
  /** The part of its discussion that is on its page. Lists have neither this nor `aid`. */
  thread: Thread.default(emptyThread),
  /** The notes that link to it, the newest first; absent in lists and feeds. */
  mentions: z.array(Mention).optional(),
});
export type PublishedNote = z.infer<typeof PublishedNote>;

/** One of `count` pages of items, numbered from 1. No items still make one empty page. */
export type Page<T> = { items: T[]; number: number; count: number };

/** A build of the site: its id, and when it began in milliseconds since 1970. */
export type Build = { id: string; timestamp: number };

/** A note as lists show it: everything but its text. */
export type ListedNote = Omit<PublishedNote, 'note' | 'html' | 'thread' | 'aid' | 'mentions'> & {
  note: Omit<Note, 'body'>;
};

/** One page of a list, and how many notes the whole list has. */
export type NotesPage = Page<ListedNote> & { total: number };

type PersonPage = NotesPage & { author: Author };

/** One page of a person's comments, newest first. */
type CommentsPage = Page<CommentByPerson> & { total: number; author: Author };

/** A collection as its page shows it. With a `search`, its notes are those of its owner's public notes that match. */
export type ShownCollection = Pick<
  StoredCollection,
  'id' | 'name' | 'slug' | 'description' | 'parent' | 'search' | 'updatedAt'
> & { visibility: 'unlisted' | 'public' };

/** One page of a collection's public notes. `near`: the public collection that contains it, and those that it contains. */
export type CollectionPage = NotesPage & {
  author: Author;
  collection: ShownCollection;
  near: { above: ShownCollection | undefined; below: ShownCollection[] };
};

/** A person with the number of their public notes. */
export type CountedPerson = { author: Author; size: number };

/** The notes of a feed: everyone's, those with a tag, a person's by handle, or those of their public collection. */
export type FeedSubject =
  | { kind: 'site' }
  | { kind: 'tag'; tag: string }
  | { kind: 'person'; handle: string }
  | { kind: 'collection'; handle: string; slug: string };

/** The newest notes of a feed, in full, and the person whose feed it is. */
export type FeedNotes = { notes: PublishedNote[]; author?: Author; collection?: ShownCollection };

/**
 * The queries of pages about the published notes. A build answers from its snapshot, a function from the store, so both
 * render the same page. Lists hold public notes, newest first; undefined means that there is no such page.
 */
export interface Content {
  /** A public or unlisted note, whichever slug the address had. */
  note(uuid: string): Promise<PublishedNote | undefined>;
  /** Notes related to a public note, the closest first. Only builds compute them; a function reads what the last one found. */
  related(uuid: string): Promise<RelatedNote[]>;
  /** Page 1 exists even without notes. */
  list(number: number): Promise<NotesPage | undefined>;
  taggedNotes(tag: string, number: number): Promise<NotesPage | undefined>;
  notesBy(handle: string, number: number): Promise<PersonPage | undefined>;
  /** Everybody who has published a note or commented has a page 1. */
  commentsBy(handle: string, number: number): Promise<CommentsPage | undefined>;
  /** A public or unlisted collection. Page 1 exists even without notes. */
  collection(handle: string, slug: string, number: number): Promise<CollectionPage | undefined>;
  /** The public collections of a person, in their order. */
  collectionsOf(handle: string): Promise<ShownCollection[]>;
  newest(count: number): Promise<ListedNote[]>;
  /** The public notes that rank highest by the scores of notes/model/ranking.ts. */
  ranked(order: RankedOrder, count: number): Promise<ListedNote[]>;
  /** How many public notes and how many tags there are. */
  totals(): Promise<{ notes: number; tags: number }>;
  /** The tags with the most notes, largest first, then by name. */
  largestTags(count: number): Promise<CountedTag[]>;
  /** The people with the most notes, largest first, then by id. */
  mostPublished(count: number): Promise<CountedPerson[]>;
  feed(subject: FeedSubject): Promise<FeedNotes | undefined>;
  /** Addresses of the lists, tags and people whose pages are files. */
  indexPages(): Promise<string[]>;
  /** The same with every ranking, divided into the files of the sitemap. */
  sitemapPages(): Promise<string[][]>;
  /** Addresses of the public notes whose pages are files, newest first. */
  notePages(): Promise<string[]>;
  /** A file of the search index by its path. */
  searchFile(path: string): Promise<Uint8Array | undefined>;
  /** The public notes in one part of the sitemap, by uuid. */
  announced(part: SitemapPart): Promise<Pick<Note, 'uuid' | 'slug' | 'updatedAt'>[]>;
}

/** One of the files that share the notes of the sitemap: `number` counts from 1 to `parts`. */
type SitemapPart = { number: number; parts: number };
