import * as z from 'zod';
import { Copy } from '../../capture/model/capture.ts';
import { Comment } from '../../discussion/model/thread.ts';
import { exportFormats, type ExportFormat as Format } from './export-formats.ts';
import { Highlight } from '../../library/model/highlight.ts';
import { limits } from '../../platform/model/limits.ts';
import { OwnNote } from '../../notes/model/note.ts';
import { StoredCollection } from '../../library/model/collection.ts';
import { PictureName } from '../../pictures/model/picture.ts';
import { ReadingPlace } from '../../library/model/reading-list.ts';
import { SavedSearch } from '../../search/model/saved.ts';
import { User } from '../../people/model/user.ts';

const names = Object.keys(exportFormats) as Format[];

/** The formats for everything a person has. */
const ExportFormat = z.enum(names, {
  error: `Choose ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`,
});

export const ExportQuery = z.strictObject({ format: ExportFormat });

/** A note in our own exports: without fields that only the server may set, with its copy and highlights. */
export const ExportedNote = OwnNote.omit({
  authorId: true,
  hidden: true,
  locked: true,
  points: true,
  pictures: true,
}).extend({
  copy: Copy.optional(),
  highlights: z.array(Highlight).optional(),
  /** The pictures that its text shows, by name, as WebP in base64. */
  files: z.record(PictureName, z.base64()).optional(),
  /** The titles that it had before, latest first, in the form in which titles are compared: links by them lead to it. */
  formerTitles: z.array(z.string()).max(limits.formerTitles).optional(),
});
export type ExportedNote = z.infer<typeof ExportedNote>;

/** A collection with some of its notes, in their order: `from` is the number of notes before them. */
const ExportedCollection = StoredCollection.pick({
  id: true,
  name: true,
  description: true,
  visibility: true,
  parent: true,
  search: true,
}).extend({ at: z.iso.datetime(), from: z.int().nonnegative(), notes: z.array(z.uuid()) });
export type ExportedCollection = z.infer<typeof ExportedCollection>;

const chosen = { id: z.string(), at: z.iso.datetime() };
const Chosen = z.array(z.object(chosen));

/** Data that follows the notes in a file, so that the notes it refers to are already imported. */
export const ExportedChoices = z.object({
  votes: Chosen,
  readingList: z.array(ReadingPlace.extend({ ...chosen, changedAt: z.iso.datetime() })),
  follows: Chosen,
  mutes: Chosen,
  wishes: Chosen,
  collections: z.array(ExportedCollection),
  searches: z.array(SavedSearch.omit({ id: true })),
  comments: z.array(
    Comment.pick({ id: true, noteUuid: true, parent: true, body: true, createdAt: true, editedAt: true }),
  ),
});
export type ExportedChoices = z.infer<typeof ExportedChoices>;

/** The JSON export. */
export const ExportDocument = z.object({
  commonplace: z.literal(1),
  profile: User.pick({ handle: true, name: true, bio: true }),
  notes: z.array(ExportedNote),
  ...ExportedChoices.shape,
});

/** The formats for chosen notes, in addition to books. */
export const chosenFormats = ['markdown', 'json', 'netscape'] as const satisfies Format[];

/** An export of some of the person's notes. */
export const ChosenExport = z.strictObject({
  ids: z
    .array(z.uuid())
    .min(1, 'Say which notes.')
    .max(limits.export.chosen, 'At most 1,000 at a time. To export everything, use your settings.'),
  format: z.enum(chosenFormats, { error: 'Choose markdown, json or netscape.' }),
});
export type ChosenExport = z.infer<typeof ChosenExport>;

export const NewMadeExport = z.strictObject({ format: ExportFormat });

/** An export that is made in the background, because one response cannot be as large or take as long. Its parts are joined. */
export const MadeExport = z.object({
  id: z.uuid(),
  format: ExportFormat,
  name: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  askedAt: z.iso.datetime(),
  /** The number of parts so far, and of bytes in them. */
  parts: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** How often it was started: after an interruption it is made again from scratch. */
  begun: z.int().nonnegative().default(0),
  /** Why it failed. */
  why: z.string().optional(),
});
export type MadeExport = z.infer<typeof MadeExport>;

/** Where to get an export: at an address immediately, or in parts once they are made. */
export const ExportPlan = z.union([z.object({ href: z.string() }), z.object({ made: MadeExport })]);
export type ExportPlan = z.infer<typeof ExportPlan>;

/** A book of chosen notes in this order: the saved articles of links, otherwise the notes. */
export const NewBook = z.strictObject({
  ids: z
    .array(z.uuid())
    .min(1, 'Say which notes.')
    .max(limits.export.book, `A book has at most ${limits.export.book} notes.`),
  title: z.string().max(200).default('From Commonplace'),
});
