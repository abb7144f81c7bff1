import { z } from 'zod';

/** What a link answered last, where that was no page: its status, or null where nothing answered, and since when. */
export const LinkState = z.object({
  url: z.string(),
  status: z.int().nullable(),
  since: z.iso.datetime(),
  /** Whether that is sure: the page is gone, or did not answer for days. */
  broken: z.boolean(),
});
export type LinkState = z.infer<typeof LinkState>;
