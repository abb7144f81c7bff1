import * as z from 'zod';
import { Outage } from '../../platform/model/backups.ts';

/** The state of publishing, as GET /api/publish returns it. `head` and `revision` count changes of anything public. */
export const PublishingState = z.object({
  head: z.int().nonnegative(),
  published: z.object({ revision: z.int(), buildId: z.string(), at: z.iso.datetime() }).nullable(),
  /** The head when something was last removed, which is published earlier than additions. */
  urgent: z.int().nonnegative().optional(),
  waiting: z.boolean(),
  /** While a build is awaited: since when, and when it is requested again if none has begun by then. */
  asked: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).optional(),
  building: z
    .object({
      buildId: z.string(),
      since: z.iso.datetime(),
      /** Files written, and how many there are. */
      progress: z.object({ done: z.int(), total: z.int() }).optional(),
    })
    .nullable(),
  failure: z
    .object({
      buildId: z.string(),
      message: z.string(),
      at: z.iso.datetime(),
      /** How many builds in a row failed. */
      attempts: z.int().positive(),
      /** When it is tried again, unless somebody publishes before. */
      retryAt: z.iso.datetime(),
    })
    .nullable(),
  /** The last time that the store was away, for owners only. */
  outage: Outage.optional(),
});
export type PublishingState = z.infer<typeof PublishingState>;

const firstRetryMs = 1000;
const maxRetryMs = 15 * 60_000;
/** A build that was killed would have worked, so it is tried again soon. */
const maxRetryOfKilledMs = 5000;

/** When a build that failed at `at` is tried again: after twice as long each time, up to 15 minutes. */
export function retryTime({ at, attempts, killed }: { at: string; attempts: number; killed: boolean }): Date {
  const wait = Math.min(firstRetryMs * 2 ** (attempts - 1), killed ? maxRetryOfKilledMs : maxRetryMs);
  return new Date(Date.parse(at) + wait);
}

/**
 * Whether there is something to publish, and no build under way for it. Additions wait until `everyMinutes` after the
 * last publishing. Times of a clock that was ahead delay nothing.
 */
export function isBuildDue(
  { head, published, waiting, building, failure, urgent = 0 }: PublishingState,
  now: Date,
  everyMinutes = 0,
): boolean {
  if (waiting || building) return false;
  const msTo = (time: string) => Date.parse(time) - now.getTime();
  if (failure) return msTo(failure.retryAt) <= 0 || msTo(failure.retryAt) > maxRetryMs;
  if (!published || urgent > published.revision) return head > (published?.revision ?? 0);
  return head > published.revision && Math.abs(msTo(published.at)) >= everyMinutes * 60_000;
}

/** What the reader of the state wants to know first. */
export type PublishingPhase = 'published' | 'waiting' | 'building' | 'failed' | 'behind';

/** `behind`: there are changes for which no build has been requested yet; the scheduled function will request one. */
export function phaseOf(state: PublishingState): PublishingPhase {
  if (state.building) return 'building';
  if (state.waiting) return 'waiting';
  if (state.failure) return 'failed';
  return state.head > (state.published?.revision ?? 0) ? 'behind' : 'published';
}
