import { z } from 'zod';
import { LinkState } from '../../capture/model/capture.ts';
import { Author } from '../../people/model/user.ts';
import { Note, Visibility } from '../../notes/model/note.ts';
import { Tags } from '../../platform/model/tag.ts';
import { libraryPlaces, libraryStates } from './library-query.ts';
import { ReadingChange, ReadingPlace, ReadingPlaceThen, ReadingState } from '../../library/model/reading-list.ts';

/** What stands in a person's library: a note of theirs in any state, or one of somebody else that they saved or collected. */
export const LibraryItem = z.object({
  note: Note.pick({
    uuid: true,
    rev: true,
    kind: true,
    url: true,
    title: true,
    slug: true,
    tags: true,
    visibility: true,
    createdAt: true,
    updatedAt: true,
    publishedAt: true,
    icon: true,
    pictures: true,
  }).extend({
    /** The person's own: what they may change, publish and delete. */
    own: z.boolean(),
    /** Who wrote it; null where it is one's own. */
    author: Author.nullable(),
    /** Why readers do not find what its author published, in the words of `Hidden`. */
    hidden: z.string().optional(),
  }),
  /** The link's host without `www.`; empty for a text. */
  site: z.string(),
  /** Where the link leads to no page any more: the status that its site gives, null where nothing answers, and since when. */
  broken: LinkState.pick({ status: true, since: true }).optional(),
  /** How the note begins, as plain text. */
  excerpt: z.string(),
  /** How long it takes to read: the kept copy of the article where there is one, else the note. */
  minutes: z.int().positive(),
  /** What the kept copy says of its page. */
  copy: z.object({ title: z.string(), author: z.string() }).nullable(),
  /** Where it is in the reading list; null while it is not in it. */
  reading: ReadingPlace.extend({ changedAt: z.iso.datetime() }).nullable(),
  /** How far it was read, or its kept copy, from 0 to 1: in the reading list or not. */
  progress: z.number().min(0).max(1),
  highlights: z.int().nonnegative(),
  /** How many comments of the person's own show below it. */
  comments: z.int().nonnegative(),
  /** Ids of the collections that it is in. */
  collections: z.array(z.string()),
  /** When it came into the library: written, or saved from somebody else. */
  savedAt: z.iso.datetime(),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

/** Whether an item is kept, and not only one below which the person said something. */
export const isKept = ({ note, reading, collections }: LibraryItem) =>
  note.own || reading !== null || collections.length > 0;

/**
 * As what words found an item: `passage` is the part of the text that has the most of them, where that says more than the
 * title, and `id` that of the highlight or comment.
 */
export const Found = z.object({
  in: z.enum(['note', 'copy', 'highlight', 'comment', 'public']),
  passage: z.string().optional(),
  id: z.uuid().optional(),
});
export type Found = z.infer<typeof Found>;

const Said = z.object({ id: z.uuid(), text: z.string() });

/** The texts in which an item is found: the person's own words (Markdown), their kept copy, their highlights and comments. */
export const LibraryTexts = z.object({
  text: z.string(),
  copy: z.string(),
  highlights: z.array(Said),
  comments: z.array(Said),
});
export type LibraryTexts = z.infer<typeof LibraryTexts>;

/**
 * What changed in a library after a revision of its own log, oldest first: items with their texts, and what is no longer
 * in it. `upTo` is the revision to ask after next; `more` says that something follows already. Revisions are those of one
 * person in one `store`: where it is another than before, such as a restored one, the beginning is 0 again.
 */
export const LibraryChanges = z.object({
  items: z.array(LibraryTexts.extend({ item: LibraryItem })),
  gone: z.array(z.uuid()),
  upTo: z.int().nonnegative(),
  more: z.boolean(),
  store: z.string(),
});
export type LibraryChanges = z.infer<typeof LibraryChanges>;

export const LibrarySort = z.enum(['saved', 'read', 'published', 'title', 'length', 'site']);
export type LibrarySort = z.infer<typeof LibrarySort>;

/** What is asked of a library. `q`: words and filters (see library-query.ts); `cursor`: how many items come before. */
export const LibraryQuery = z.strictObject({
  q: z.string().max(500, 'A search has at most 500 characters.').default(''),
  /** Left out: what answers words best, else what was saved last. */
  sort: LibrarySort.optional(),
  /** The other way round. */
  reverse: z.stringbool().default(false),
  cursor: z.coerce.number().int().nonnegative().max(10_000_000).default(0),
  count: z.coerce.number().int().min(1).max(200).default(50),
  /** The same as a filter in `q`. */
  in: z.enum(libraryPlaces).optional(),
  state: z.enum(libraryStates).optional(),
  tag: z.string().max(100).optional(),
  collection: z.string().max(200).optional(),
});
export type LibraryQuery = z.infer<typeof LibraryQuery>;

/** Which items are asked about, parted by commas, with the words that found them. */
export const PassagesQuery = z.strictObject({
  q: LibraryQuery.shape.q,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid()).max(20, 'Ask about at most 20 at a time.')),
});
/** `terms` are the words by which they were found, also kin of those that were asked for. */
export const Passages = z.object({ found: z.record(z.uuid(), Found), terms: z.array(z.string()) });
export type Passages = z.infer<typeof Passages>;

const Facet = z.object({ name: z.string(), count: z.int().positive() });
export type Facet = z.infer<typeof Facet>;

/** How many of what was found have which tags, sites, collections and states; the most frequent first. */
const Facets = z.object({
  tags: z.array(Facet),
  sites: z.array(Facet),
  collections: z.array(Facet),
  states: z.array(Facet),
});
export type Facets = z.infer<typeof Facets>;

export const LibraryPage = z.object({
  /** The first ten that words found say as what; `GET /api/library/passages` tells of others. */
  items: z.array(LibraryItem.extend({ found: Found.optional() })),
  /** How many were found in all. */
  total: z.int().nonnegative(),
  facets: Facets,
  /** The cursor of the next page; null where this is the last. */
  next: z.string().nullable(),
  /**
   * Filters that nobody knows, and signs where there is no word, as they were typed: they were not searched for. And those
   * that name a collection or a person that there is none of, or with `in:public` what only one's own things have: nothing
   * is found by them.
   */
  unknown: z.array(z.string()),
  /** How many of the person's things are not looked at yet, while a large library is read for the first time. */
  behind: z.int().nonnegative(),
});
export type LibraryPage = z.infer<typeof LibraryPage>;

export const emptyPage: LibraryPage = {
  ...{ items: [], total: 0, next: null, unknown: [], behind: 0 },
  facets: { tags: [], sites: [], collections: [], states: [] },
};

/** So many at a time; a screen that does more calls again. */
const Ids = z.array(z.uuid()).min(1, 'Say which notes.').max(1000, 'At most 1,000 at a time.');
const SomeTags = Tags.refine((tags) => tags.length > 0, 'Name at least one tag.');

/**
 * What is done to many at once. Those for which there is nothing to do stay as they are. `read`: puts them into the
 * reading list, or moves them there; a state of null takes them out. `delete` moves one's own into the bin, and takes what
 * others wrote out of the reading list. `unmerge` takes out of a note what a merge gave it: highlights and the copy, and the
 * words where it was not changed since.
 */
export const LibraryAction = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('tag'), ids: Ids, tags: SomeTags }),
  z.strictObject({ action: z.literal('untag'), ids: Ids, tags: SomeTags }),
  z.strictObject({
    action: z.literal('read'),
    ids: Ids,
    state: ReadingState.nullable(),
    progress: ReadingChange.shape.progress,
    favourite: ReadingChange.shape.favourite,
    /** Of each, when it was saved and moved, for what puts it back where it was. */
    times: z.array(ReadingPlaceThen.shape.times).max(1000).optional(),
  }),
  z.strictObject({ action: z.literal('star'), ids: Ids, favourite: z.boolean() }),
  z.strictObject({ action: z.literal('visibility'), ids: Ids, visibility: Visibility }),
  z.strictObject({
    action: z.literal('collect'),
    ids: Ids,
    collection: z.uuid(),
    /** The note behind which they go, null for the first place; before all others where that is not in it any more. */
    after: z.uuid().nullable().optional(),
  }),
  z.strictObject({ action: z.literal('uncollect'), ids: Ids, collection: z.uuid() }),
  z.strictObject({ action: z.literal('delete'), ids: Ids }),
  z.strictObject({ action: z.literal('restore'), ids: Ids }),
  z.strictObject({
    action: z.literal('unmerge'),
    ids: Ids.max(1),
    /** From which notes it took over, each of which has its highlights still; and from which a copy. */
    others: Ids,
    copyOf: z.uuid().nullable(),
    /** Its revision after that, and the one before; the same where it took over no words. */
    rev: z.int().positive(),
    to: z.int().positive(),
  }),
]);
export type LibraryAction = z.infer<typeof LibraryAction>;

/** What became of it. `undo`: the actions that take it back, to be sent in this order. */
export const LibraryActed = z.object({
  done: z.array(z.uuid()),
  refused: z.array(z.object({ uuid: z.uuid(), reason: z.string() })),
  undo: z.array(LibraryAction),
});
export type LibraryActed = z.infer<typeof LibraryActed>;

/** What a person has twice or more, each with the oldest first: the first groups, and how many there are. */
export const Duplicates = z.object({ groups: z.array(z.array(LibraryItem)), total: z.int().nonnegative() });
export type Duplicates = z.infer<typeof Duplicates>;

/** Notes that become one: what the others have goes to the one that is kept, and they into the bin. */
export const Merge = z.strictObject({ keep: z.uuid(), others: z.array(z.uuid()).min(1).max(100) });
