import { isPublished } from '../../../notes/model/note-access.ts';
import type { DeletedNote } from '../../../notes/model/note.ts';
import { forgetSearches } from '../../../inbox/server/saved-searches.ts';
import { closeAccount, forgetRole, resignRole, type AccountClosed } from '../../../people/server/accounts.ts';
import { removedCommentsBy } from '../../../discussion/server/comments.ts';
import {
  beginDeletion,
  ownedIds,
  endDeletion,
  forgetBelongings,
  forgetLibrary,
  deletePrivateParts,
  keepDeletion,
  listDeletions,
  type Deletion,
  type Writings,
} from './store/account-deletion.ts';
import { deleteNotes, emptyBin, ownNoteIds, readNotes, notifyLibraries } from '../../../notes/server/notes.ts';
import { collectionsOf, deleteCollection, purgeDeleted } from '../../../library/server/collections.ts';
import { unsaveNotes } from '../../../library/server/reading-list.ts';
import { causeOf } from '../../../platform/model/cause.ts';
import { log } from '../../../platform/server/log.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readUser, readUsers } from '../../../people/server/people.ts';
import type { User } from '../../../people/model/user.ts';
import { takeVotes } from '../../../discussion/server/votes.ts';
import { inParts } from '../../../platform/model/parts.ts';

/**
 * Closes an account. `continueDeletions` removes what its owner wrote and chose, and can be interrupted. `known`: the
 * person as stored.
 */
export async function deleteAccount(
  redis: Redis,
  userId: string,
  writings: Writings,
  now: Date,
  known?: Parameters<typeof resignRole>[2],
): Promise<AccountClosed> {
  const [role] = await Promise.all([resignRole(redis, userId, known), beginDeletion(redis, { userId, writings })]);
  const gone = await closeAccount(redis, userId, { role, deletion: writings, now });
  // If another call closed the account, that call's record is needed to remove the rest.
  if (!gone.ok && gone.reason !== 'missing') await endDeletion(redis, userId);
  return gone;
}

/** How long a call that began before its account was closed may still write: nothing on the platform runs longer. */
const lateMs = 20 * 60_000;
const isSettled = (user: Pick<User, 'deletedAt'> | undefined, now: Date) =>
  user?.deletedAt === undefined || now.getTime() - Date.parse(user.deletedAt) >= lateMs;

/**
 * Removes what a deleted account had, as much as `mayGoOn` allows; the next call continues where this one stopped. True
 * when nothing is left. Notes that were removed, or lost comments, are added to `changed`. `closed`: what is known of an
 * account that was closed a moment ago.
 */
export async function continueDeletions(
  redis: Redis,
  { userId, writings }: Deletion,
  now: Date,
  mayGoOn: () => boolean,
  changed = new Set<string>(),
  closed?: Pick<User, 'deletedAt'>,
): Promise<boolean> {
  // The deletion is recorded before the account is closed, so an account that is still open was not deleted.
  const user = closed ?? (await readUser(redis, userId));
  if (user && user.deletedAt === undefined) return true;
  const steps = [dropCollectionsAndOthers, dropReadingList, dropNotes, dropBin, dropComments, dropVotes];
  const done = await Promise.all(steps.map((step) => step(redis, { userId, writings }, now, mayGoOn, changed)));
  if (done.includes(false)) return false;
  // The steps wrote into the log of the person's library, so that is forgotten after them, and the record of the deletion
  // last. Both are sent together as plain commands, not as scripts, so they keep their order.
  await Promise.all([
    forgetLibrary(redis, userId),
    isSettled(user, now) ? endDeletion(redis, userId) : keepDeletion(redis, { userId, writings }),
  ]);
  return true;
}

/**
 * Continues all unfinished deletions, and checks the others once more when no late call can write any more. A deletion
 * that fails does not delay the others. Gives the people, and the notes that were removed or lost comments.
 */
export async function continueAllDeletions(
  redis: Redis,
  now: Date,
  mayGoOn: () => boolean,
): Promise<{ people: string[]; uuids: Set<string> }> {
  const deletions = await listDeletions(redis);
  const users = await readUsers(
    redis,
    deletions.map(({ userId }) => userId),
  );
  const all = deletions.filter(({ isLookedThrough }, at) => !isLookedThrough || isSettled(users[at], now));
  const uuids = new Set<string>();
  for (const one of all) {
    if (!mayGoOn()) break;
    try {
      await continueDeletions(redis, one, now, mayGoOn, uuids);
    } catch (error) {
      log('error', 'an account was not deleted to its end', { user: one.userId, error: causeOf(error) });
    }
  }
  return { people: all.map(({ userId }) => userId), uuids };
}

type Step = (
  redis: Redis,
  deletion: Deletion,
  now: Date,
  mayGoOn: () => boolean,
  changed: Set<string>,
) => Promise<boolean>;

/** Collections leave other belongings behind, so those are dropped after them. */
const dropCollectionsAndOthers: Step = async (...deletion) =>
  (await dropCollections(...deletion)) && (await dropBelongings(...deletion));

const dropBelongings: Step = async (redis, { userId }, _now, mayGoOn) => {
  let [left] = await Promise.all([
    forgetBelongings(redis, userId),
    forgetRole(redis, userId),
    forgetSearches(redis, userId),
  ]);
  while (left > 0 && mayGoOn()) left = await forgetBelongings(redis, userId);
  return left === 0;
};

const dropCollections: Step = async (redis, { userId }, now, mayGoOn) => {
  for (const some of inParts(await collectionsOf(redis, userId), atOnce)) {
    if (!mayGoOn()) return false;
    await Promise.all(some.map(({ id }) => deleteCollection(redis, userId, id, now)));
  }
  return (await purgeDeleted(redis, { userId }, mayGoOn)).isDone;
};

const dropReadingList: Step = (redis, { userId }, _now, mayGoOn) =>
  throughAll(
    () => ownedIds(redis, 'reading', userId),
    async (uuids) => void (await unsaveNotes(redis, userId, uuids, 'go')),
    mayGoOn,
  );

const dropBin: Step = async (redis, { userId }, _now, mayGoOn) => (await emptyBin(redis, { userId }, mayGoOn)).isDone;

/** Drafts and private notes are always removed: nobody could ever read them again. */
const dropNotes: Step = (redis, { userId, writings }, now, mayGoOn, changed) => {
  const drop = async (uuids: string[]) => {
    const gone: DeletedNote[] = [];
    const kept: string[] = [];
    for (const note of await readNotes(redis, uuids)) {
      if (!note) continue;
      if (!('visibility' in note) || (writings === 'keep' && isPublished(note))) kept.push(note.uuid);
      else gone.push({ ...remainsOfNote(note), deletedAt: now.toISOString() });
    }
    await Promise.all([
      deleteNotes(redis, gone),
      // What only the author could read is always removed.
      ...kept.flatMap((uuid) => [deletePrivateParts(redis, uuid), notifyLibraries(redis, uuid)]),
    ]);
    for (const { uuid } of gone) changed.add(uuid);
  };
  return throughAll(() => ownNoteIds(redis, userId), drop, mayGoOn);
};

/** Drops all that `read` gives. What is added meanwhile is seen by the last check. False if it was interrupted. */
async function throughAll(
  read: () => Promise<string[]>,
  drop: (ids: string[]) => Promise<void>,
  mayGoOn: () => boolean,
): Promise<boolean> {
  for (const part of inParts(await read(), atOnce)) {
    if (!mayGoOn()) return false;
    await drop(part);
  }
  return true;
}

/** How many are dropped in one trip. */
const atOnce = 200;

const remainsOfNote = ({ uuid, rev, authorId }: { uuid: string; rev: number; authorId: string }) => ({
  uuid,
  rev: rev + 1,
  authorId,
});

const dropComments: Step = async (redis, { userId, writings }, now, mayGoOn, changed) => {
  if (writings === 'keep') return true;
  for await (const uuids of removedCommentsBy(redis, userId, now)) {
    for (const uuid of uuids) changed.add(uuid);
    if (!mayGoOn()) return false;
  }
  return true;
};

const dropVotes: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  if (writings === 'keep') return true;
  const drop = async (ids: string[]) => takeVotes(redis, ids, userId, now);
  return throughAll(() => ownedIds(redis, 'votes', userId), drop, mayGoOn);
};
