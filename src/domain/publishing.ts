import { z } from 'zod';

/** The state of publishing, as GET /api/publish answers it. `head` and `revision` count changes of anything public. */
export const PublishingState = z.object({
  head: z.int().nonnegative(),
  published: z.object({ revision: z.int(), buildId: z.string(), at: z.iso.datetime() }).nullable(),
  waiting: z.boolean(),
  building: z
    .object({
      buildId: z.string(),
      since: z.iso.datetime(),
      /** Files written, of how many. */
      progress: z.object({ done: z.int(), total: z.int() }).optional(),
    })
    .nullable(),
  failure: z.object({ buildId: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
});
export type PublishingState = z.infer<typeof PublishingState>;
