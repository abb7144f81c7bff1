import { moderationFaults } from './check-moderation.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { checkPeople, checkAccess, checkStorage, checkLikeness } from './check-people.ts';
import { checkLibraries, checkNotes, checkVectors, checkThreads, checkVotes } from './check-notes.ts';
import { checkFollowing, checkInboxes, checkSearches } from './check-inboxes.ts';
import { checkPictures } from './check-pictures.ts';
import { checkCollections } from './check-collections.ts';
import { readEverything, rewriteIndex, recordsOf, type Records, type Everything, type Finding } from './everything.ts';

export type { Finding } from './everything.ts';

/** Each works out from the records alone what must be stored, and says what is not so. */
const checks: readonly ((stored: Everything, records: Records) => Finding[])[] = [
  checkPeople,
  checkAccess,
  checkLikeness,
  checkVotes,
  checkThreads,
  checkNotes,
  checkLibraries,
  checkCollections,
  checkFollowing,
  checkInboxes,
  checkSearches,
  checkStorage,
  checkPictures,
  checkVectors,
];

/** What is wrong with the store; nothing for a sound one. What is written meanwhile may look wrong: ask again. */
export async function examine(redis: Redis): Promise<Finding[]> {
  const stored = await readEverything(redis);
  const records = recordsOf(stored);
  const moderation = (await moderationFaults(redis)).map((says): Finding => ({
    key: 'moderation:',
    says: says.replace(/\.$/, ''),
  }));
  return [...records.broken, ...checks.flatMap((check) => check(stored, records)), ...moderation];
}

/**
 * Makes the indexes anew that can be made from the records, and gives what is left. Rankings are counted from other
 * indexes, so that repairing goes on while it helps. To be run while nobody writes.
 */
export async function repair(redis: Redis): Promise<{ repaired: number; left: Finding[] }> {
  let repaired = 0;
  for (let turn = 0; ; turn += 1) {
    const findings = await examine(redis);
    const mendable = findings.flatMap((finding) => (finding.repair ? [{ ...finding, repair: finding.repair }] : []));
    if (mendable.length === 0 || turn === 3) return { repaired, left: findings };
    for (const { key, repair: index } of mendable) await rewriteIndex(redis, key, index);
    repaired += mendable.length;
  }
}
