import * as z from 'zod';
import { Copy } from '../../capture/model/capture.ts';
import { Highlight, Review } from '../../library/model/highlight.ts';
import { forEachDetail, Imported, ImportedValue } from '../../notes/model/details.ts';
import { StoredCollection } from '../../library/model/collection.ts';
import { limits } from '../../platform/model/limits.ts';
import { Visibility } from '../../notes/model/note.ts';
import { ReadingPlace, ReadingState } from '../../library/model/reading-list.ts';
import { queryLimits } from '../../search/model/query.ts';

/** Fields of a note that only our own export has. Times are ISO 8601 in UTC. */
export const OwnFields = z.object({
  uuid: z.uuid(),
  rev: z.int().positive(),
  ...forEachDetail(() => z.string().nullable().default(null)),
  visibility: Visibility,
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  noModel: z.literal(true).optional(),
  imported: Imported.optional(),
  formerTitles: z.array(z.string()).optional(),
});
export type OwnFields = z.infer<typeof OwnFields>;

/** A highlight as a file has it. It may be too long for us, or have no id. */
export const ParsedHighlight = z.object({
  quote: z.string(),
  comment: z.string().default(''),
  prefix: z.string().default(''),
  suffix: z.string().default(''),
  start: z.int().nonnegative().max(limits.whole).default(0).catch(0),
  id: z.uuid().optional(),
  review: Review.nullish(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
});
export type ParsedHighlight = z.infer<typeof ParsedHighlight>;

/** The scheme of links in a text to another item of the import. That item's `ref` follows, percent-encoded. */
export const importedScheme = 'import:';

/** The scheme of pictures among the imported files. The file's name follows; the uploader replaces it with the address. */
export const pictureScheme = 'picture:';

/**
 * A saved thing as read from a file. It is checked and shortened when it becomes a note. `at`: when it was saved; `source`:
 * the name of the program it comes from and its id there; `shared`: whether others could read it there; `copy`: the archived
 * page that the note links to, and `highlights` the passages highlighted in it; `remarks`: additions to its line of the report.
 *
 * `ref`: its name in links from other texts of the same import, after `importedScheme`.
 *
 * `folders`: its lists and folders in the file, each as a path from the outermost inwards; `collections`: the same for our own
 * collections, which are not turned into tags; `readAt`: when it was read; `changedAt`: when it was last changed;
 * `imported`: all fields without a counterpart here, under their names in the file; `aside`: names of things that the reader
 * left out entirely; `files`: the pictures that its text shows, in base64 by name, which are uploaded before the item.
 */
export const ImportItem = z.object({
  title: z.string(),
  url: z.string().optional(),
  body: z.string().default(''),
  tags: z.array(z.string()).default([]),
  at: z.iso.datetime().optional(),
  source: z.string().max(300).optional(),
  ref: z.string().min(1).max(300).optional(),
  folders: z.array(z.array(z.string())).optional(),
  collections: z.array(z.array(z.string())).optional(),
  state: ReadingState.optional(),
  favourite: z.boolean().optional(),
  changedAt: z.iso.datetime().optional(),
  readAt: z.iso.datetime().optional(),
  shared: z.boolean().optional(),
  own: OwnFields.optional(),
  copy: Copy.optional(),
  highlights: z.array(ParsedHighlight).optional(),
  remarks: z.array(z.string()).optional(),
  imported: z.record(z.string(), ImportedValue).optional(),
  aside: z.array(z.string()).optional(),
  files: z.record(z.string(), z.string()).optional(),
});
export type ImportItem = z.infer<typeof ImportItem>;

/**
 * A highlighted passage that is an entry of its own, with the page it is from and, in our own export, the note about that
 * page. `saved`: when that note was made. Without an `id`, a highlight imported before is recognised by its words.
 */
export const ImportHighlight = Highlight.partial({ id: true, createdAt: true, updatedAt: true }).extend({
  title: z.string(),
  link: z.string().max(limits.url.max),
  note: z.uuid().optional(),
  saved: z.iso.datetime().optional(),
});
export type ImportHighlight = z.infer<typeof ImportHighlight>;

/** The most notes of a collection in one item. The rest follow in further items. */
export const collectedAtOnce = 1000;

const Id = z.string().min(1).max(300);
const chosen = { id: Id, at: z.iso.datetime() };

/** Something a person follows, mutes, or wants more or less of: `id` as it is stored, such as `tag:css` and `less:tag:css`. */
export const ImportSource = z.object({ kind: z.enum(['follow', 'mute', 'wish']), ...chosen });
export type ImportSource = z.infer<typeof ImportSource>;

/**
 * A person's choice from our own export: a vote, a saved note, a follow, a saved search and the like; also a comment, which is
 * only looked up and never written. `at`: since when.
 */
export const ImportChoice = z.discriminatedUnion('kind', [
  ImportSource,
  z.object({ kind: z.literal('vote'), ...chosen }),
  ReadingPlace.extend({
    kind: z.literal('reading'),
    ...chosen,
    changedAt: z.iso.datetime(),
    favourite: z.boolean().default(false),
  }),
  StoredCollection.pick({ description: true, visibility: true, parent: true, search: true }).extend({
    kind: z.literal('collection'),
    ...chosen,
    id: z.uuid(),
    name: z.string().min(1).max(limits.collections.name),
    /** How many of its notes came in earlier items. */
    from: z.int().nonnegative(),
    notes: z.array(z.uuid()).max(collectedAtOnce),
  }),
  z.object({ kind: z.literal('search'), query: z.string().min(1).max(queryLimits.length), at: z.iso.datetime() }),
  z.object({ kind: z.literal('comment'), id: Id, title: z.string().max(200) }),
]);
export type ImportChoice = z.infer<typeof ImportChoice>;

/** The remark in the report on an item with more imported fields than a note keeps. */
export const tooManyFieldsRemark = 'It came with more than can be kept.';

const Place = z.string().max(300);

/** Larger counts are cut to this, so that their sum stays exact in the store. */
const maxCount = 1_000_000;
const Count = z
  .number()
  .positive()
  .refine(Number.isInteger, 'Send a whole number.')
  .transform((count) => Math.min(count, maxCount));

/**
 * What becomes one line of the report: something found at a place in a file, the reason why nothing could be read there, or
 * a remark that refuses nothing. `count`: how many things the reason applies to, if not one.
 */
export const ImportEntry = z.union([
  z.object({ place: Place, item: ImportItem }),
  z.object({ place: Place, highlight: ImportHighlight }),
  z.object({ place: Place, choice: ImportChoice }),
  z.object({ place: Place, title: z.string().max(300).optional(), why: z.string().max(500), count: Count.optional() }),
  z.object({ place: Place, title: z.string().max(300).optional(), remark: z.string().max(500) }),
]);
export type ImportEntry = z.infer<typeof ImportEntry>;
