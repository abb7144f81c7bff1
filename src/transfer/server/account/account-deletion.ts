import { isPublished } from '../../../notes/model/note-access.ts';
import type { DeletedNote, Note } from '../../../notes/model/note.ts';
import { forgetSearches } from '../../../inbox/server/saved-searches.ts';
import { closeAccount, forgetRole, giveUpRole, type AccountClosed } from '../../../people/server/close-account.ts';
import { removedCommentsBy } from '../../../discussion/server/comments.ts';
import {
  beginDeletion,
  belongings,
  endDeletion,
  forgetBelongings,
  forgetLibrary,
  forgetOwnOf,
  listDeletions,
  type Deletion,
  type Writings,
} from './store/account-deletion.ts';
import { deleteNote, emptyBin, readNotes, tellLibraries } from '../../../notes/server/notes.ts';
import { collectionsOf, deleteCollection, purgeDeleted } from '../../../library/server/collections.ts';
import { unsaveNote } from '../../../library/server/reading-list.ts';
import { causeOf } from '../../../platform/model/cause.ts';
import { log } from '../../../platform/server/log.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { readUser } from '../../../people/server/people.ts';
import { voteForEither } from '../../../discussion/server/votes.ts';

/**
 * Closes an account. What it wrote and chose goes in `continueDeletions`, which can be interrupted. `known`: the person as
 * stored.
 */
export async function deleteAccount(
  redis: Redis,
  userId: string,
  writings: Writings,
  now: Date,
  known?: Parameters<typeof giveUpRole>[2],
): Promise<AccountClosed> {
  const [role] = await Promise.all([giveUpRole(redis, userId, known), beginDeletion(redis, { userId, writings })]);
  const gone = await closeAccount(redis, userId, role, now);
  // Where another call closed it, that call's record is what the rest is taken away by.
  if (!gone.ok && gone.reason !== 'missing') await endDeletion(redis, userId);
  return gone;
}

/**
 * Takes away what a deleted account had, as much as `mayGoOn` allows; the next call goes on where this one stopped.
 * True when nothing is left. Notes under which comments went are added to `commented`.
 */
export async function continueDeletions(
  redis: Redis,
  { userId, writings }: Deletion,
  now: Date,
  mayGoOn: () => boolean,
  commented = new Set<string>(),
): Promise<boolean> {
  // The deletion is recorded before the account is closed: who still has theirs has not deleted it.
  const user = await readUser(redis, userId);
  if (user && user.deletedAt === undefined) return true;
  for (const step of [dropCollections, dropBelongings, dropReadingList, dropNotes, dropBin, dropComments, dropVotes]) {
    if (!(await step(redis, { userId, writings }, now, mayGoOn, commented))) return false;
  }
  await forgetLibrary(redis, userId);
  await endDeletion(redis, userId);
  return true;
}

/**
 * Goes on with everyone of whom something is left. A deletion that fails keeps no other waiting. Gives whose writings
 * went, and the notes under which comments did.
 */
export async function continueAllDeletions(
  redis: Redis,
  now: Date,
  mayGoOn: () => boolean,
): Promise<{ people: string[]; uuids: Set<string> }> {
  const all = await listDeletions(redis);
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
  commented: Set<string>,
) => Promise<boolean>;

const dropBelongings: Step = async (redis, { userId }, _now, mayGoOn) => {
  await forgetRole(redis, userId);
  await forgetSearches(redis, userId);
  while (mayGoOn()) if ((await forgetBelongings(redis, userId)) === 0) return true;
  return false;
};

const dropCollections: Step = async (redis, { userId }, now, mayGoOn) => {
  for (const { id } of await collectionsOf(redis, userId)) {
    if (!mayGoOn()) return false;
    await deleteCollection(redis, userId, id, now);
  }
  return (await purgeDeleted(redis, { userId }, mayGoOn)).isDone;
};

const dropReadingList: Step = async (redis, { userId }, _now, mayGoOn) => {
  while (mayGoOn()) {
    const saved = await belongings(redis, 'reading', userId);
    if (saved.length === 0) return true;
    await Promise.all(saved.map((uuid) => unsaveNote(redis, userId, uuid)));
  }
  return false;
};

const dropBin: Step = async (redis, { userId }, _now, mayGoOn) => (await emptyBin(redis, { userId }, mayGoOn)).isDone;

/** Drafts and private notes go in any case: nobody could ever read them again. */
const dropNotes: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  let kept = 0;
  while (mayGoOn()) {
    const uuids = await belongings(redis, 'notes', userId, { from: kept });
    if (uuids.length === 0) return true;
    const drop = async (note: Note | DeletedNote | undefined) => {
      if (!note || !('visibility' in note) || (writings === 'keep' && isPublished(note))) {
        kept += 1;
        // What only its author could read goes in any case.
        if (note) {
          await forgetOwnOf(redis, note.uuid);
          await tellLibraries(redis, note.uuid);
        }
      } else await deleteNote(redis, { ...remainsOfNote(note), deletedAt: now.toISOString() });
    };
    await Promise.all((await readNotes(redis, uuids)).map(drop));
  }
  return false;
};

const remainsOfNote = ({ uuid, rev, authorId }: { uuid: string; rev: number; authorId: string }) => ({
  uuid,
  rev: rev + 1,
  authorId,
});

const dropComments: Step = async (redis, { userId, writings }, now, mayGoOn, commented) => {
  if (writings === 'keep') return true;
  for await (const noteUuid of removedCommentsBy(redis, userId, now)) {
    commented.add(noteUuid);
    if (!mayGoOn()) return false;
  }
  return true;
};

const dropVotes: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  if (writings === 'keep') return true;
  let left = 0;
  while (mayGoOn()) {
    const voted = await belongings(redis, 'votes', userId, { from: left });
    if (voted.length === 0) return true;
    await Promise.all(voted.map((id) => voteForEither(redis, id, userId, 'take', now)));
    // What could not be taken back, since its subject is gone, must not be met again.
    const after = await belongings(redis, 'votes', userId, { from: left });
    if (after[0] !== undefined && after[0] === voted[0]) left += 1;
  }
  return false;
};
