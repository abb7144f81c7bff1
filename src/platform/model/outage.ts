import { z } from 'zod';

/** A time without the store, with what it said last. */
export const Outage = z.object({ since: z.iso.datetime(), until: z.iso.datetime(), words: z.string() });
export type Outage = z.infer<typeof Outage>;
