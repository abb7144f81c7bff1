import * as z from 'zod';
import { Proof } from '../../people/model/account.ts';
import { limits } from '../../platform/model/limits.ts';

/** Where Markdown is exported on a schedule: a folder on a WebDAV server, or a branch of a Git repository over HTTPS. */
export const ExportPlace = z.object({
  kind: z.enum(['webdav', 'git'], { error: 'Choose webdav or git.' }),
  url: z.string(),
  username: z.string(),
  /** The branch of the repository; a WebDAV server ignores it. */
  branch: z.string(),
  every: z.enum(['daily', 'weekly'], { error: 'Choose daily or weekly.' }),
});
export type ExportPlace = z.infer<typeof ExportPlace>;

/** What a person sends to have their Markdown exported there. Without a password, the stored one is used. */
export const SetScheduledExport = z.strictObject({
  ...Proof.shape,
  kind: ExportPlace.shape.kind,
  url: z
    .url({ protocol: /^https$/, error: 'Give a whole address that begins with https://.' })
    .max(limits.url.max, `An address has at most ${limits.url.max} characters.`)
    .refine((url) => !URL.parse(url)?.username && !URL.parse(url)?.password, {
      error: 'Leave the name and password out of the address: they have fields of their own.',
    }),
  username: z.string().trim().max(200, 'A user name has at most 200 characters.').default(''),
  branch: z
    .string()
    .trim()
    .max(100, 'The name of a branch has at most 100 characters.')
    .regex(/^(?!.*(?:\.\.|\/\/|@\{|\.lock$))\w(?:[\w./-]*\w)?$/, 'That isn’t a valid branch name.')
    .default('main'),
  every: ExportPlace.shape.every.default('daily'),
  password: z.string().min(1).max(2000, 'A password has at most 2000 characters.').optional(),
});

/** What a run did: how many files it wrote and removed, and some that it left alone because they were changed there. */
const Done = z.object({
  at: z.iso.datetime(),
  written: z.int().nonnegative(),
  removed: z.int().nonnegative(),
  left: z.array(z.string()),
  /** Why a picture could not be written, though all notes were. */
  pictures: z.string().exactOptional(),
});

/** How far the runs are. `cursor`: where the current run continues. */
export const ExportProgress = z.object({
  cursor: z.string().nullable(),
  /** What the current run has done so far. */
  running: Done.nullable(),
  last: Done.nullable(),
  failure: z.object({ at: z.iso.datetime(), why: z.string() }).nullable(),
  /** When the owner last got a mail about a failure. */
  mailedAt: z.iso.datetime().nullable(),
});
export type ExportProgress = z.infer<typeof ExportProgress>;

export const noProgress: ExportProgress = { cursor: null, running: null, last: null, failure: null, mailedAt: null };

/** A scheduled export as its owner sees it. */
export const ScheduledExport = ExportPlace.extend({
  since: z.iso.datetime(),
  nextAt: z.iso.datetime(),
  isRunning: z.boolean(),
  ...ExportProgress.pick({ running: true, last: true, failure: true }).shape,
});
export type ScheduledExport = z.infer<typeof ScheduledExport>;

export const ScheduledExportAnswer = z.object({ scheduled: ScheduledExport.nullable() });
