import * as z from 'zod';
import { ImportEntry } from './import-item.ts';
import { limits } from '../../platform/model/limits.ts';

/** Who may read imported notes: `kept` is what the file says, or private if it does not say. */
export const ImportVisibility = z.enum(['private', 'unlisted', 'public', 'kept']);
export type ImportVisibility = z.infer<typeof ImportVisibility>;

/**
 * Starts an import. An interrupted import is recognised by the `fingerprint` of its file; `size` is in bytes.
 */
export const NewImport = z.strictObject({
  name: z.string().trim().min(1, 'Say what the file is called.').max(200, 'Send at most 200 characters of the name.'),
  format: z.string().max(80),
  size: z.int().nonnegative().max(limits.whole),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Send the SHA-256 of what tells the file from others, in hexadecimal digits.'),
  visibility: ImportVisibility.default('private'),
});
export type NewImport = z.infer<typeof NewImport>;

/** A part of a file's entries: `from` is the number of entries before it. */
export const ImportPart = z.strictObject({
  from: z.int().nonnegative(),
  entries: z.array(ImportEntry).max(limits.import.entries, `Send at most ${limits.import.entries} entries at once.`),
  last: z.boolean().default(false),
});
export type ImportPart = z.infer<typeof ImportPart>;

/** The result of undoing: how many things were removed, and how many were left because they were changed meanwhile. */
const Undone = z.object({ removed: z.int().nonnegative(), left: z.int().nonnegative() });

/**
 * The progress of an import. `at` counts the entries that are done. Each was kept, merged with an existing note, refused, or
 * `noted`: a remark on the file without a refused entry. `aside` counts entries with fields that have no place here, and
 * `besides` those that are not notes: places in the reading list, collections, votes, highlights and the like. One line may
 * stand for several things of a file. Times are ISO 8601 in UTC.
 */
export const Import = z.object({
  id: z.uuid(),
  ...NewImport.shape,
  visibility: ImportVisibility,
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  at: z.int().nonnegative(),
  kept: z.int().nonnegative(),
  merged: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  noted: z.int().nonnegative().default(0),
  aside: z.int().nonnegative(),
  besides: z.int().nonnegative().default(0),
  undone: Undone.optional(),
  begunAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type Import = z.infer<typeof Import>;

/**
 * The result of one entry. `uuid` is its note or the one that it was merged with, and `with` the title of the latter; `says`
 * is why it was refused, what was changed, or the remark on the file; `aside` names the fields that are kept with the note
 * because they have no place in it, `leftOut` those that were not imported.
 */
export const ImportLine = z.object({
  place: z.string(),
  title: z.string(),
  url: z.string().optional(),
  outcome: z.enum(['kept', 'merged', 'refused', 'noted']),
  /** How many things of the file it stands for, if not one. */
  count: z.int().positive().optional(),
  uuid: z.uuid().optional(),
  with: z.string().optional(),
  says: z.string().optional(),
  aside: z.array(z.string()).optional(),
  leftOut: z.array(z.string()).optional(),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** Something that undoing an import left unchanged, and why. */
export const UndoLeftover = z.object({ title: z.string(), uuid: z.uuid().optional(), says: z.string() });
export type UndoLeftover = z.infer<typeof UndoLeftover>;

/** Selects lines of a report: all, the refused ones and remarks, or those with fields kept or left out; from number `from` on. */
export const LinesQuery = z.strictObject({
  only: z.enum(['refused', 'aside'], { error: 'Choose refused or aside, or leave it out for every line.' }).optional(),
  from: z.coerce.number().pipe(z.int().nonnegative()).default(0),
});
export type LinesQuery = z.infer<typeof LinesQuery>;
