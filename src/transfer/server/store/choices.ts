import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { listSearches } from '../../../inbox/server/store/saved-searches.ts';

const sets = {
  vote: keys.votes,
  reading: keys.reading,
  follow: keys.follows,
  mute: keys.mutes,
  wish: keys.wishes,
} as const;

/** Whether a person chose this before: `id` as it is stored, a search by its query. */
export async function hasChosen(
  redis: Redis,
  kind: keyof typeof sets | 'search',
  userId: string,
  id: string,
): Promise<boolean> {
  if (kind === 'search') return (await listSearches(redis, userId)).some(({ query }) => query === id);
  return (await redis.zscore(sets[kind](userId), id)) !== null;
}
