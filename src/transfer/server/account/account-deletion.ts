import { randomBytes } from 'node:crypto';
import { deletedComment } from '../../../discussion/model/comment.ts';
import { isPublished } from '../../../notes/model/note-access.ts';
import type { User } from '../../../people/model/user.ts';
import { forgetSearches } from '../../../inbox/server/saved-searches.ts';
import {
  changeAccount,
  endsAll,
  type AccountChanged,
  type NotChanged,
} from '../../../people/server/store/account-changes.ts';
import { commentsBy, deleteComment, readComment } from '../../../discussion/server/store/comments.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import {
  beginDeletion,
  belongings,
  endDeletion,
  forgetBelongings,
  forgetOwnOf,
  listDeletions,
  type Deletion,
  type Writings,
} from './store/account-deletion.ts';
import { deleteNote, readNote, readNotes } from '../../../notes/server/notes.ts';
import { unsaveNote } from '../../../library/server/store/reading-list.ts';
import { causeOf } from '../../../platform/model/cause.ts';
import { log } from '../../../platform/server/log.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { forgetRole, putRole } from '../../../people/server/store/roles.ts';
import { TokenPurpose } from '../../../people/server/store/tokens.ts';
import { readUser } from '../../../people/server/people.ts';
import { vote } from '../../../notes/server/store/votes.ts';

/** For so long nobody can take the handle of somebody who left, so that old links and mentions lead to no stranger. */
const handleRestSeconds = 180 * 24 * 60 * 60;

/**
 * Deletes an account at one stroke: from here on nobody can sign in to it, its address is free, and readers see
 * “Former member” where its name was. Refused to the only owner of the installation. What it wrote and chose goes in
 * `goOnLeaving`, which can be interrupted.
 */
export async function deleteAccount(
  redis: Redis,
  userId: string,
  writings: Writings,
  now: Date,
  handle = `former_${randomBytes(5).toString('hex')}`,
): Promise<AccountChanged | NotChanged | { ok: false; reason: 'last-owner' }> {
  // Giving up the role is what refuses, in one step, that nobody is left to own the installation.
  const role = await putRole(redis, userId, 'member');
  if (!role.ok && role.reason === 'last') return { ok: false, reason: 'last-owner' };
  await beginDeletion(redis, { userId, writings });
  const gone = await changeAccount<NotChanged>(redis, userId, (user) => ({
    ok: true,
    user: remainsOf(user, handle, now),
    shown: true,
    claims: [keys.handle(handle)],
    holds: { names: [user.handle, ...(user.formerHandles ?? [])].map(keys.handle), seconds: handleRestSeconds },
    frees: user.email === undefined ? [] : [keys.email(user.email)],
    passwordHash: null,
    ends: endsAll,
    voidTokens: TokenPurpose.options,
  }));
  if (!gone.ok) await endDeletion(redis, userId);
  return gone;
}

function remainsOf({ id, createdAt }: User, handle: string, now: Date): User {
  return { id, handle, name: 'Former member', bio: '', createdAt, deletedAt: now.toISOString() };
}

/**
 * Takes away what a person who left had, as much as `mayGoOn` allows; the next call goes on where this one stopped.
 * True when nothing is left.
 */
export async function continueDeletions(
  redis: Redis,
  { userId, writings }: Deletion,
  now: Date,
  mayGoOn: () => boolean,
): Promise<boolean> {
  // The mark is set before the account goes: whoever still has theirs has not left.
  const user = await readUser(redis, userId);
  if (user && user.deletedAt === undefined) return true;
  for (const step of [dropBelongings, dropReadingList, dropNotes, dropComments, dropVotes]) {
    if (!(await step(redis, { userId, writings }, now, mayGoOn))) return false;
  }
  await endDeletion(redis, userId);
  return true;
}

/** Goes on with everyone of whom something is left. True when there was anyone. Whoever it fails for keeps nobody waiting. */
export async function continueAllDeletions(redis: Redis, now: Date, mayGoOn: () => boolean): Promise<boolean> {
  const all = await listDeletions(redis);
  for (const one of all) {
    if (!mayGoOn()) break;
    try {
      await continueDeletions(redis, one, now, mayGoOn);
    } catch (error) {
      log('error', 'an account was not deleted to its end', { user: one.userId, error: causeOf(error) });
    }
  }
  return all.length > 0;
}

type Step = (redis: Redis, deletion: Deletion, now: Date, mayGoOn: () => boolean) => Promise<boolean>;

const dropBelongings: Step = async (redis, { userId }, _now, mayGoOn) => {
  await forgetRole(redis, userId);
  await forgetSearches(redis, userId);
  while (mayGoOn()) if ((await forgetBelongings(redis, userId)) === 0) return true;
  return false;
};

const dropReadingList: Step = async (redis, { userId }, _now, mayGoOn) => {
  while (mayGoOn()) {
    const saved = await belongings(redis, 'reading', userId);
    if (saved.length === 0) return true;
    for (const uuid of saved) await unsaveNote(redis, userId, uuid);
  }
  return false;
};

/** Drafts and private notes go in any case: nobody could ever read them again. */
const dropNotes: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  let kept = 0;
  while (mayGoOn()) {
    const uuids = await belongings(redis, 'notes', userId, { from: kept });
    if (uuids.length === 0) return true;
    for (const note of await readNotes(redis, uuids)) {
      if (!note || !('visibility' in note) || (writings === 'keep' && isPublished(note))) {
        kept += 1;
        // What only its author could read goes in any case.
        if (note) await forgetOwnOf(redis, note.uuid);
      } else await deleteNote(redis, { ...remainsOfNote(note), deletedAt: now.toISOString() });
    }
  }
  return false;
};

const remainsOfNote = ({ uuid, rev, authorId }: { uuid: string; rev: number; authorId: string }) => ({
  uuid,
  rev: rev + 1,
  authorId,
});

const dropComments: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  if (writings === 'keep') return true;
  for (const comment of await commentsBy(redis, userId)) {
    if (!mayGoOn()) return false;
    await deleteComment(redis, deletedComment(comment, now));
  }
  return true;
};

const dropVotes: Step = async (redis, { userId, writings }, now, mayGoOn) => {
  if (writings === 'keep') return true;
  let left = 0;
  while (mayGoOn()) {
    const voted = await belongings(redis, 'votes', userId, { from: left });
    if (voted.length === 0) return true;
    for (const id of voted) {
      const note = await readNote(redis, id);
      const comment = note ? undefined : await readComment(redis, id);
      if (note) await vote(redis, { kind: 'note', noteUuid: id }, userId, 'take', now);
      if (comment) await vote(redis, { kind: 'comment', noteUuid: comment.noteUuid, id }, userId, 'take', now);
    }
    // What could not be taken back, since its subject is gone, must not be met again.
    const after = await belongings(redis, 'votes', userId, { from: left });
    if (after[0] !== undefined && after[0] === voted[0]) left += 1;
  }
  return false;
};
