import { z } from 'zod';
import { ImportEntry } from './import-item.ts';
import { limits } from './limits.ts';

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
  size: z.int().nonnegative(),
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

/** How far an import is: `at` counts the entries that are dealt with. Times are ISO 8601 in UTC. */
export const Import = z.object({
  id: z.uuid(),
  ...NewImport.shape,
  visibility: ImportVisibility,
  state: z.enum(['running', 'done']),
  at: z.int().nonnegative(),
  added: z.int().nonnegative(),
  seen: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  begunAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
});
export type Import = z.infer<typeof Import>;

/** What became of one entry. `uuid` is the note that was added, or that had it before; `says` why it was refused, or what was changed. */
export const ImportLine = z.object({
  place: z.string(),
  title: z.string(),
  url: z.string().optional(),
  outcome: z.enum(['added', 'seen', 'refused']),
  uuid: z.uuid().optional(),
  says: z.string().optional(),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** Which lines of a report to give: all, or those that were refused, from the `from`-th on. */
export const LinesQuery = z.strictObject({
  outcome: z.literal('refused').optional(),
  from: z.coerce.number().pipe(z.int().nonnegative()).default(0),
});
