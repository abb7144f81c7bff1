import { z } from 'zod';
import { Entry, PublicEntry } from './entry.ts';

/** Entries on one page of the log. */
export const logPageSize = 30;

const PageNumber = z.coerce.number().int().min(1, 'Pages are numbered from 1.').max(100_000).default(1);
export const LogQuery = z.strictObject({ page: PageNumber });

/** A page of the public log, newest first; `pages` is how many there are. */
export const LogPage = z.object({ page: z.int(), pages: z.int(), entries: z.array(PublicEntry) });
export type LogPage = z.infer<typeof LogPage>;

/** The same for moderators, dismissed reports and names included. */
export const DecisionsPage = z.object({
  page: z.int(),
  pages: z.int(),
  entries: z.array(Entry.extend({ byHandle: z.string() })),
});
export type DecisionsPage = z.infer<typeof DecisionsPage>;
