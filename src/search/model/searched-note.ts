import { z } from 'zod';

/** A note as a search knows it: what its card shows, and its text. `at` is when it was published, ISO 8601. */
export const SearchedNote = z.object({
  uuid: z.string(),
  path: z.string(),
  title: z.string(),
  kind: z.enum(['link', 'text']),
  host: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  handle: z.string(),
  minutes: z.number(),
  at: z.string(),
  text: z.string(),
  /** What to read after it, the nearest first: uuids with why. In the index of a build alone, since only builds compare. */
  next: z.array(z.tuple([z.string(), z.string()])).optional(),
});
export type SearchedNote = z.infer<typeof SearchedNote>;
