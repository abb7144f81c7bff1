import * as z from 'zod';
import { roleOf } from '../../people/model/permissions.ts';
import { subjectOf } from '../../moderation/model/entry.ts';
import { readCase, readEntry } from '../../moderation/server/store/cases.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { readNote } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { moderatorIds, readUsers } from '../../people/server/people.ts';
import { checkPeople, checkAccess, checkStorage, checkLikeness } from './check-people.ts';
import { checkLibraries, checkNotes, checkVectors, checkThreads, checkVotes } from './check-notes.ts';
import { checkFollowing, checkInboxes, checkSearches } from './check-inboxes.ts';
import { checkPictures } from './check-pictures.ts';
import { checkCollections } from './check-collections.ts';
import {
  readStoreContents,
  rewriteIndex,
  recordsOf,
  type Records,
  type StoreContents,
  type Finding,
} from './store-contents.ts';

const Names = z.array(z.string());

/**
 * Faults in the records of moderation, one sentence each. Every open case has to be in its queue, every held note needs a
 * case, every listed entry has to exist and agree with its undoing, and the list of moderators has to agree with the roles of
 * people.
 */
export async function moderationFaults(redis: Redis): Promise<string[]> {
  const found = await Promise.all([faultsOfCases(redis), faultsOfEntries(redis), faultsOfRoles(redis)]);
  return found.flat();
}

async function faultsOfCases(redis: Redis): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of ['report', 'held']) {
    for (const name of Names.parse(await redis.zrange(keys.queue(kind), 0, -1))) {
      const subject = subjectOf(name);
      const open = await readCase(redis, subject);
      if (!open) faults.push(`${name} waits among ${kind} and has no case.`);
      if (kind === 'report' && (await redis.hlen(keys.reports(name))) === 0) faults.push(`${name} has no report.`);
      const note = subject.kind === 'note' && kind === 'held' ? await readNote(redis, subject.id) : undefined;
      if (note && 'visibility' in note && note.hidden?.kind !== 'held') faults.push(`${name} waits and is not held.`);
    }
  }
  for (const about of Names.parse(await redis.zrange(keys.queue('appeal'), 0, -1))) {
    if (!(await redis.exists(keys.appeal(about)))) faults.push(`The appeal about ${about} is missing.`);
  }
  return faults;
}

async function faultsOfEntries(redis: Redis): Promise<string[]> {
  const faults: string[] = [];
  for (const id of Names.parse(await redis.zrange(keys.entries, 0, -1))) {
    const found = await readEntry(redis, id);
    if (!found) faults.push(`The entry ${id} is missing.`);
    const undoneBy = found?.entry.undoneBy;
    const undoing = undoneBy === undefined ? undefined : await readEntry(redis, undoneBy);
    if (undoneBy !== undefined && undoing?.entry.undoes !== id) faults.push(`${undoneBy} does not undo ${id}.`);
  }
  const all = new Set(Names.parse(await redis.zrange(keys.entries, 0, -1)));
  const told = Names.parse(await redis.zrange(keys.publicEntries, 0, -1));
  return [...faults, ...told.filter((id) => !all.has(id)).map((id) => `The log tells of ${id}, which nobody decided.`)];
}

async function faultsOfRoles(redis: Redis): Promise<string[]> {
  const ids = await moderatorIds(redis);
  const users = await readUsers(redis, ids);
  return ids.flatMap((id, at) => {
    const user = users[at];
    return user && roleOf(user) !== 'member' ? [] : [`${id} is listed as a moderator and is none.`];
  });
}

export type { Finding } from './store-contents.ts';

/** Each check derives from the records what should be stored, and reports the differences. */
const checks: readonly ((stored: StoreContents, records: Records) => Finding[])[] = [
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

/** Everything that is wrong with the store. Writes during the check may cause false findings: check again. */
export async function examine(redis: Redis): Promise<Finding[]> {
  const stored = await readStoreContents(redis);
  const records = recordsOf(stored);
  const moderation = (await moderationFaults(redis)).map((says): Finding => ({
    key: 'moderation:',
    says: says.replace(/\.$/, ''),
  }));
  return [...records.broken, ...checks.flatMap((check) => check(stored, records)), ...moderation];
}

/**
 * Rebuilds the indexes that can be derived from the records, and returns the remaining findings. Rankings depend on other
 * indexes, so it repeats a few times. Run it while nothing writes.
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
