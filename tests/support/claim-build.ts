import { claimDueBuild } from '../../src/publishing/server/store/publishing.ts';
import { keys } from '../../src/platform/server/store/keys.ts';
import type { Redis } from '../../src/platform/server/store/redis.ts';

/** Claims a build, for so many seconds if given. Whether nobody else had the claim. */
export async function claimBuild(redis: Redis, seconds?: number, now = new Date()): Promise<boolean> {
  const isClaimed = (await claimDueBuild(redis, { now, removes: false, everyMinutes: 0 })) === 'claimed';
  if (isClaimed && seconds !== undefined) await redis.expire(keys.waiting, seconds);
  return isClaimed;
}
