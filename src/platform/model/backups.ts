import { z } from 'zod';

/** A time without the store, with what it said last. */
export const Outage = z.object({ since: z.iso.datetime(), until: z.iso.datetime(), words: z.string() });
export type Outage = z.infer<typeof Outage>;

/** A nightly backup that was read back after it was made, and is whole. */
export const KeptBackup = z.object({
  id: z.string(),
  /** The head revision, and the moment, as which the store is in it. */
  revision: z.int(),
  at: z.iso.datetime(),
  verifiedAt: z.iso.datetime(),
  bytes: z.int(),
  parts: z.int(),
});
export type KeptBackup = z.infer<typeof KeptBackup>;

/** What people are told of nightly backups. */
export const Backups = z.object({
  /** For how many days one is kept; null where none are made. */
  days: z.int().nullable(),
  /** The last one, and why one failed since: told to owners of the installation. */
  last: KeptBackup.nullable().optional(),
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable().optional(),
});
export type Backups = z.infer<typeof Backups>;
