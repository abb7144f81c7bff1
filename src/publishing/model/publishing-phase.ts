import type { PublishingState } from './publishing.ts';

/** What the reader of the state wants to know first. */
export type PublishingPhase = 'published' | 'waiting' | 'building' | 'failed' | 'behind';

/** `behind`: changes exist that no build has been asked for yet; the scheduled function will ask. */
export function phaseOf(state: PublishingState): PublishingPhase {
  if (state.building) return 'building';
  if (state.waiting) return 'waiting';
  if (state.failure) return 'failed';
  return state.head > (state.published?.revision ?? 0) ? 'behind' : 'published';
}
