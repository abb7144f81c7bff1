import { z } from 'zod';
import { ImportEntry } from './import-item.ts';
import { limits } from '../../platform/model/limits.ts';

/** Who may read what comes in: `kept` is as the file says, and what it does not say is private. */
export const ImportVisibility = z.enum(['private', 'unlisted', 'public', 'kept']);
export type ImportVisibility = z.infer<typeof ImportVisibility>;

/**
 * What a person sends before the first part. The `fingerprint` says by which file an import that was interrupted is
 * known again; `size` is in bytes.
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

/** A part of what a file holds: `from` is how many entries came before it. */
export const ImportPart = z.strictObject({
  from: z.int().nonnegative(),
  entries: z.array(ImportEntry).max(limits.import.entries, `Send at most ${limits.import.entries} entries at once.`),
  last: z.boolean().default(false),
});
export type ImportPart = z.infer<typeof ImportPart>;

/** What was undone: how many things went, and how many stayed because they were changed meanwhile. */
const Undone = z.object({ removed: z.int().nonnegative(), left: z.int().nonnegative() });

/**
 * How far an import is: `at` counts the entries that are dealt with, each of which was kept, merged with what was there,
 * or refused, or `noted`: a remark on the file, of which nothing was refused; `aside` counts those of which something has no
 * place here, and `besides` those that are no notes: places in the reading list, collections, votes, highlights and the like.
 * A line may stand for several things of a file. Times are ISO 8601 in UTC.
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
 * What became of one entry. `uuid` is the note that it is or was merged with, and `with` the title of the latter; `says`
 * why it was refused, what was changed, or what is noted of the file; `aside` names what has no place in a note and is kept beside it,
 * `leftOut` what stayed behind.
 */
export const ImportLine = z.object({
  place: z.string(),
  title: z.string(),
  url: z.string().optional(),
  outcome: z.enum(['kept', 'merged', 'refused', 'noted']),
  /** How many things of the file it stands for, where that is not one. */
  count: z.int().positive().optional(),
  uuid: z.uuid().optional(),
  with: z.string().optional(),
  says: z.string().optional(),
  aside: z.array(z.string()).optional(),
  leftOut: z.array(z.string()).optional(),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** Something that undoing an import left as it is, and why. */
export const LeftLine = z.object({ title: z.string(), uuid: z.uuid().optional(), says: z.string() });
export type LeftLine = z.infer<typeof LeftLine>;

/** Which lines of a report to give: all, those that were refused or noted, or those of which something was kept beside the note or left out; from the `from`-th on. */
export const LinesQuery = z.strictObject({
  only: z.enum(['refused', 'aside'], { error: 'Choose refused or aside, or leave it out for every line.' }).optional(),
  from: z.coerce.number().pipe(z.int().nonnegative()).default(0),
});
export type LinesQuery = z.infer<typeof LinesQuery>;
