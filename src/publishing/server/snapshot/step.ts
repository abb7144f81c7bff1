import type { Asking } from './rows.ts';
import type { NoteCounts } from './sizes.ts';
import type { StalePages } from './stale-pages.ts';

/** What one step of a sync writes with. */
export type Step = {
  ask: Asking;
  stale: StalePages;
  counts: NoteCounts;
  /** Whether every note is still to be related to others and indexed, so that none has to be noted down for it. */
  fromNothing: boolean;
};
