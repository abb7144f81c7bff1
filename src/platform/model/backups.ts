import * as z from 'zod';

/** An outage of the store, with its last error message. */
export const Outage = z.object({ since: z.iso.datetime(), until: z.iso.datetime(), words: z.string() });
export type Outage = z.infer<typeof Outage>;

/** A nightly backup that was read back after it was made, and is complete. */
export const KeptBackup = z.object({
  id: z.string(),
  /** The head revision of the store in it, and the moment whose state it holds. */
  revision: z.int(),
  at: z.iso.datetime(),
  verifiedAt: z.iso.datetime(),
  bytes: z.int(),
  parts: z.int(),
});
export type KeptBackup = z.infer<typeof KeptBackup>;

/** What people may see about nightly backups. */
export const Backups = z.object({
  /** For how many days one is kept; null if none are made. */
  days: z.int().nullable(),
  /** The last one, and why one has failed since: for owners of the installation only. */
  last: KeptBackup.nullable().optional(),
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable().optional(),
});
export type Backups = z.infer<typeof Backups>;
