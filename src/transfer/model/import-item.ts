import { z } from 'zod';
import { Copy } from '../../capture/model/capture.ts';
import { Highlight } from '../../library/model/highlight.ts';
import { forEachDetail, Imported, ImportedValue } from '../../notes/model/details.ts';
import { StoredCollection } from '../../library/model/collection.ts';
import { limits } from '../../platform/model/limits.ts';
import { Visibility } from '../../notes/model/note.ts';
import { ReadingPlace, ReadingState } from '../../library/model/reading-list.ts';
import { queryLimits } from '../../search/model/query.ts';

/** What our own export tells of a note beyond what every program knows. Times are ISO 8601 in UTC. */
export const OwnFields = z.object({
  uuid: z.uuid(),
  rev: z.int().positive(),
  ...forEachDetail(() => z.string().nullable().default(null)),
  visibility: Visibility,
  updatedAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  noModel: z.literal(true).optional(),
  imported: Imported.optional(),
});
export type OwnFields = z.infer<typeof OwnFields>;

/** A highlight as a file tells it, which may be longer than one may be here, or have no id. */
export const ToldHighlight = z.object({
  quote: z.string(),
  comment: z.string().default(''),
  prefix: z.string().default(''),
  suffix: z.string().default(''),
  start: z.int().nonnegative().max(limits.whole).default(0).catch(0),
  id: z.uuid().optional(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
});
export type ToldHighlight = z.infer<typeof ToldHighlight>;

/** What a link in a text begins with that leads to another item of the import: its `ref` follows, percent-encoded. */
export const importedScheme = 'import:';

/** The same of a picture that lies among the files: its name follows. Who brings them puts their addresses there. */
export const pictureScheme = 'picture:';

/**
 * A saved thing as a file told it, in the words of that file: checked and shortened where it becomes a note. `at`: when
 * it was saved; `source`: its id in the program that it comes from, with that program's name; `shared`: whether others
 * could read it there; `copy` and `highlights`: the page that the note is about as it was kept, and what was highlighted
 * in it; `remarks`: what the line of the report says beside the outcome.
 *
 * `ref`: how links in the texts of the same import name it, behind `importedScheme`.
 *
 * `folders`: the lists and folders in which the file has it, each as its path from the outside in, as they are named
 * there; `collections`: the same of collections of our own, which are no tags; `readAt`: when it was read, `changedAt`: when it was changed last; `imported`: what has no place with us, under
 * the name that it has in the file, as much as there is; `aside`: names of what a reader left out altogether; `files`: pictures
 * that the text shows by their names here, in base64, which whoever reads the file sends before.
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
  highlights: z.array(ToldHighlight).optional(),
  remarks: z.array(z.string()).optional(),
  imported: z.record(z.string(), ImportedValue).optional(),
  aside: z.array(z.string()).optional(),
  files: z.record(z.string(), z.string()).optional(),
});
export type ImportItem = z.infer<typeof ImportItem>;

/**
 * A highlighted passage that a file tells by itself, with the page in which it stands and, where it comes from here,
 * the note about that page. `saved`: when that note was made. Without an `id` it is known again by its words.
 */
export const ImportHighlight = Highlight.partial({ id: true, createdAt: true, updatedAt: true }).extend({
  title: z.string(),
  link: z.string().max(limits.url.max),
  note: z.uuid().optional(),
  saved: z.iso.datetime().optional(),
});
export type ImportHighlight = z.infer<typeof ImportHighlight>;

/** A collection may have more notes than one item should hold: the rest follow in items of their own. */
export const collectedAtOnce = 1000;

const Id = z.string().min(1).max(300);
const chosen = { id: Id, at: z.iso.datetime() };

/** What a person follows, mutes, or wants more or less of: `id` as it is stored, such as `tag:css` and `less:tag:css`. */
export const ImportSource = z.object({ kind: z.enum(['follow', 'mute', 'wish']), ...chosen });
export type ImportSource = z.infer<typeof ImportSource>;

/**
 * Something that a person chose here: a vote, a saved note, what they follow and the like, or look for; and a comment,
 * which is only looked up. `at`: since when.
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
    /** How many of its notes stand before these, in an item before. */
    from: z.int().nonnegative(),
    notes: z.array(z.uuid()).max(collectedAtOnce),
  }),
  z.object({ kind: z.literal('search'), query: z.string().min(1).max(queryLimits.length), at: z.iso.datetime() }),
  z.object({ kind: z.literal('comment'), id: Id, title: z.string().max(200) }),
]);
export type ImportChoice = z.infer<typeof ImportChoice>;

/** What the report says of an item some of whose fields stay behind for want of room. */
export const tooMuch = 'It came with more than can be kept.';

const Place = z.string().max(300);

/** So many are as good as more, and their sum stays exact in the store. */
const most = 1_000_000;
const Count = z
  .number()
  .positive()
  .refine(Number.isInteger, 'Send a whole number.')
  .transform((count) => Math.min(count, most));

/**
 * One line of the report in the making: something found at a place of a file, why nothing could be read there, or a
 * remark on the file, of which nothing was refused. `count`: how many things it says that of, where that is not one.
 */
export const ImportEntry = z.union([
  z.object({ place: Place, item: ImportItem }),
  z.object({ place: Place, highlight: ImportHighlight }),
  z.object({ place: Place, choice: ImportChoice }),
  z.object({ place: Place, title: z.string().max(300).optional(), why: z.string().max(500), count: Count.optional() }),
  z.object({ place: Place, title: z.string().max(300).optional(), remark: z.string().max(500) }),
]);
export type ImportEntry = z.infer<typeof ImportEntry>;
