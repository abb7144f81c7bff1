import * as z from 'zod';
import { LinkState } from '../../capture/model/capture.ts';
import { Author } from '../../people/model/user.ts';
import { Note, Visibility } from '../../notes/model/note.ts';
import { limits } from '../../platform/model/limits.ts';
import { Tags } from '../../platform/model/tag.ts';
import { libraryPlaces, libraryStates } from '../../search/model/own/library-query.ts';
import { ReadingChange, ReadingPlace, ReadingPlaceThen, ReadingState } from '../../library/model/reading-list.ts';

/** An item of a person's library: a note of theirs in any state, or somebody else's that they saved or collected. */
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
    /** Whether it is the person's own, which they may change, publish and delete. */
    own: z.boolean(),
    /** Its author; null if it is the person's own. */
    author: Author.nullable(),
    /** Why readers cannot find what its author published; a kind of `Hidden`. */
    hidden: z.string().optional(),
  }),
  /** The link's host without `www.`; empty for a text. */
  site: z.string(),
  /** Present if the link is broken: the status that the site answers, null for no answer, and since when. */
  broken: LinkState.pick({ status: true, since: true }).optional(),
  /** How the note begins, as plain text. */
  excerpt: z.string(),
  /** The reading time of the kept copy if there is one, else of the note. */
  minutes: z.int().positive(),
  /** The title and author of the kept copy's page. */
  copy: z.object({ title: z.string(), author: z.string() }).nullable(),
  /** Its place in the reading list, and its star; null if it has neither. */
  reading: ReadingPlace.extend({ changedAt: z.iso.datetime() }).nullable(),
  /** How far the note or its kept copy was read, from 0 to 1, whether or not it is in the reading list. */
  progress: z.number().min(0).max(1),
  highlights: z.int().nonnegative(),
  /** How many visible comments the person has written on it. */
  comments: z.int().nonnegative(),
  /** Ids of the collections that it is in. */
  collections: z.array(z.string()),
  /** When the person wrote or saved it. */
  savedAt: z.iso.datetime(),
});
export type LibraryItem = z.infer<typeof LibraryItem>;

/** Whether an item was written, saved or collected. Others are in the library only because the person commented on them. */
export const isKept = ({ note, reading, collections }: Pick<LibraryItem, 'note' | 'reading' | 'collections'>) =>
  note.own || reading !== null || collections.length > 0;

/**
 * Where a search found an item. `passage` is the part of the text with the most of the words, if it adds to the title; `id`
 * is that of the highlight or comment.
 */
export const Found = z.object({
  in: z.enum(['note', 'copy', 'highlight', 'comment', 'public']),
  passage: z.string().optional(),
  id: z.uuid().optional(),
});
export type Found = z.infer<typeof Found>;

const Said = z.object({ id: z.uuid(), text: z.string() });

/** The searchable texts of an item: the note (Markdown), its kept copy, and the person's highlights and comments. */
export const LibraryTexts = z.object({
  text: z.string(),
  copy: z.string(),
  highlights: z.array(Said),
  comments: z.array(Said),
});
export type LibraryTexts = z.infer<typeof LibraryTexts>;

/**
 * What changed in a library after a revision of its own log, oldest first: items with their texts, and ids of removed ones.
 * `upTo` is the revision from which to ask next; `more` means that further changes are waiting. Revisions belong to one
 * person in one `store`: if the store is another than before, such as a restored one, start again from 0.
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

/** A query of a library. `q`: words and filters (see search/model/own/library-query.ts); `cursor`: how many items to skip. */
export const LibraryQuery = z.strictObject({
  q: z.string().max(500, 'A search has at most 500 characters.').default(''),
  /** By default the best matches first, or the last saved if there are no words. */
  sort: LibrarySort.optional(),
  /** Reverses the order. */
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

/** The items whose passages are wanted, separated by commas, with the words that found them. */
export const PassagesQuery = z.strictObject({
  q: LibraryQuery.shape.q,
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid()).max(20, 'Ask about at most 20 at a time.')),
});
/** `terms` are the words that matched, including words related to those in the query. */
export const Passages = z.object({ found: z.record(z.uuid(), Found), terms: z.array(z.string()) });
export type Passages = z.infer<typeof Passages>;

const Facet = z.object({ name: z.string(), count: z.int().positive() });
export type Facet = z.infer<typeof Facet>;

/**
 * How many of the items found have each tag, site, collection and state, the most frequent first. For a site or state that
 * excludes one in the query, how many it would find instead.
 */
const Facets = z.object({
  tags: z.array(Facet),
  sites: z.array(Facet),
  collections: z.array(Facet),
  states: z.array(Facet),
});
export type Facets = z.infer<typeof Facets>;

export const LibraryPage = z.object({
  /** Only the first ten say where the words were found; `GET /api/library/passages` does so for others. */
  items: z.array(LibraryItem.extend({ found: Found.optional() })),
  /** How many were found in all. */
  total: z.int().nonnegative(),
  facets: Facets,
  /** The cursor of the next page; null where this is the last. */
  next: z.string().nullable(),
  /**
   * Parts of the query that could not be used, as they were typed. Unknown filters and symbols without a word are ignored.
   * Filters that name a missing collection or person, or do not apply to `in:public`, find nothing.
   */
  unknown: z.array(z.string()),
  /** How many items are not searched yet, while a large library is being read for the first time. */
  behind: z.int().nonnegative(),
});
export type LibraryPage = z.infer<typeof LibraryPage>;

export const emptyPage: LibraryPage = {
  ...{ items: [], total: 0, next: null, unknown: [], behind: 0 },
  facets: { tags: [], sites: [], collections: [], states: [] },
};

/** The most ids in one call; a screen with more calls again. */
const Ids = z.array(z.uuid()).min(1, 'Say which notes.').max(1000, 'At most 1,000 at a time.');
const Restored = z.object({
  progress: ReadingChange.shape.progress,
  /** For each item, when it was saved and moved, so that an undo can restore it. */
  times: z.array(ReadingPlaceThen.shape.times).max(1000).optional(),
});
const SomeTags = Tags.refine((tags) => tags.length > 0, 'Name at least one tag.');

/**
 * An action on many items. Items to which it does not apply stay unchanged. `read` adds them to the reading list or moves
 * them within it; a state of null removes them. `star` gives or takes stars, in the reading list or not. `delete` moves
 * one's own notes into the bin, and removes other people's from the reading list and all collections, with their stars. `unmerge` takes from a note what a merge added: highlights, the copy, and the text if the note has not been
 * changed since.
 */
export const LibraryAction = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('tag'),
      ids: Ids,
      tags: SomeTags,
      /** For each item, where the tags stood among its tags, so that an undo can restore their order; otherwise they come last. */
      places: z
        .array(z.array(z.int().min(0).max(limits.tags.count)).max(limits.tags.count))
        .max(1000)
        .optional(),
    })
    .refine(({ ids, places }) => !places || places.length === ids.length, {
      path: ['places'],
      error: 'Give one list of places for each note.',
    }),
  z.strictObject({ action: z.literal('untag'), ids: Ids, tags: SomeTags }),
  z.strictObject({
    action: z.literal('read'),
    ids: Ids,
    state: ReadingState.nullable(),
    favourite: ReadingChange.shape.favourite,
    ...Restored.shape,
  }),
  z.strictObject({ action: z.literal('star'), ids: Ids, favourite: z.boolean(), ...Restored.shape }),
  z.strictObject({ action: z.literal('visibility'), ids: Ids, visibility: Visibility }),
  z.strictObject({
    action: z.literal('collect'),
    ids: Ids,
    collection: z.uuid(),
    /** The note after which they are put; null, or a note that has left the collection, means first. */
    after: z.uuid().nullable().optional(),
  }),
  z.strictObject({ action: z.literal('uncollect'), ids: Ids, collection: z.uuid() }),
  z.strictObject({ action: z.literal('delete'), ids: Ids }),
  z.strictObject({ action: z.literal('restore'), ids: Ids }),
  z.strictObject({
    action: z.literal('unmerge'),
    ids: Ids.max(1),
    /** The notes it was merged with, each of which still has its highlights, and the one whose copy it took. */
    others: Ids,
    copyOf: z.uuid().nullable(),
    /** Its revisions after and before the merge; equal if it took over no text. */
    rev: z.int().positive(),
    to: z.int().positive(),
  }),
]);
export type LibraryAction = z.infer<typeof LibraryAction>;

/** The result of an action. `undo`: the actions that reverse it, to be sent in this order. */
export const LibraryActionResult = z.object({
  done: z.array(z.uuid()),
  refused: z.array(z.object({ uuid: z.uuid(), reason: z.string() })),
  undo: z.array(LibraryAction),
});
export type LibraryActionResult = z.infer<typeof LibraryActionResult>;

/** The first groups of duplicates in a library, each with the oldest first, and the total number of groups. */
export const Duplicates = z.object({ groups: z.array(z.array(LibraryItem)), total: z.int().nonnegative() });
export type Duplicates = z.infer<typeof Duplicates>;

/** A merge: the kept note takes over what the others have, and the others go into the bin. */
export const Merge = z.strictObject({ keep: z.uuid(), others: z.array(z.uuid()).min(1).max(100) });
