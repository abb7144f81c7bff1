import { z } from 'zod';

/** The state of publishing, as GET /api/publish answers it. `head` and `revision` count changes of anything public. */
export const PublishingState = z.object({
  head: z.int().nonnegative(),
  published: z.object({ revision: z.int(), buildId: z.string(), at: z.iso.datetime() }).nullable(),
  waiting: z.boolean(),
  building: z.object({ buildId: z.string(), since: z.iso.datetime() }).nullable(),
  failure: z.object({ buildId: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
});
export type PublishingState = z.infer<typeof PublishingState>;

/** What the reader of the state wants to know first. */
export type PublishingPhase = 'published' | 'waiting' | 'building' | 'failed' | 'behind';

/** `behind`: changes exist that no build has been asked for yet; the scheduled function will ask. */
export function phaseOf(state: PublishingState): PublishingPhase {
  if (state.building) return 'building';
  if (state.waiting) return 'waiting';
  if (state.failure) return 'failed';
  return state.head > (state.published?.revision ?? 0) ? 'behind' : 'published';
}
