import { z } from 'zod';
import { Copy } from '../../capture/model/capture.ts';
import { Comment } from '../../discussion/model/thread.ts';
import { exportFormats, type ExportFormat as Format } from './export-formats.ts';
import { Highlight } from '../../library/model/highlight.ts';
import { OwnNote } from '../../notes/model/note.ts';
import { StoredCollection } from '../../library/model/collection.ts';
import { PictureName } from '../../pictures/model/picture.ts';
import { ReadingPlace } from '../../library/model/reading-list.ts';
import { SavedSearch } from '../../search/model/saved.ts';
import { User } from '../../people/model/user.ts';

const names = Object.keys(exportFormats) as Format[];

/** As what a person can take along all that they have. */
const ExportFormat = z.enum(names, {
  error: `Choose ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`,
});

export const ExportQuery = z.strictObject({ format: ExportFormat });

/** A note as files of ours carry it: without what is ours alone to say, with its copy and what was highlighted there. */
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
});
export type ExportedNote = z.infer<typeof ExportedNote>;

/** A collection with some of its notes, in its order: `from` says how many of them stand before. */
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

/** What stands behind the notes, so that what is chosen among them finds them there when the file is brought in. */
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

/** Our JSON. */
export const ExportDocument = z.object({
  commonplace: z.literal(1),
  profile: User.pick({ handle: true, name: true, bio: true }),
  notes: z.array(ExportedNote),
  ...ExportedChoices.shape,
});

/** In which formats some notes alone are had, beside books. */
export const chosenFormats = ['markdown', 'json', 'netscape'] as const satisfies Format[];
const maxChosen = 1000;

/** Some of one's own notes as a file. */
export const ChosenExport = z.strictObject({
  ids: z
    .array(z.uuid())
    .min(1, 'Say which notes.')
    .max(maxChosen, 'At most 1,000 at a time. To export everything, use your settings.'),
  format: z.enum(chosenFormats, { error: 'Choose markdown, json or netscape.' }),
});
export type ChosenExport = z.infer<typeof ChosenExport>;

export const NewMadeExport = z.strictObject({ format: ExportFormat });

/** A file that is made where one answer may not be as large or take as long: its parts, one after the other, are the file. */
export const MadeExport = z.object({
  id: z.uuid(),
  format: ExportFormat,
  name: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  askedAt: z.iso.datetime(),
  /** How many parts there are so far, and bytes in them. */
  parts: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** How often its making was begun: one that was broken off begins anew. */
  begun: z.int().nonnegative().default(0),
  /** Why there is no file. */
  why: z.string().optional(),
});
export type MadeExport = z.infer<typeof MadeExport>;

/** Where a whole file is had: at an address at once, or in parts once they are made. */
export const ExportPlan = z.union([z.object({ href: z.string() }), z.object({ made: MadeExport })]);
export type ExportPlan = z.infer<typeof ExportPlan>;

export const maxInBook = 500;

/** A book of chosen notes, in this order: the articles that were kept of links, else the notes. */
export const NewBook = z.strictObject({
  ids: z.array(z.uuid()).min(1, 'Say which notes.').max(maxInBook, `A book has at most ${maxInBook} notes.`),
  title: z.string().max(200).default('From Commonplace'),
});
