import { putPictures, readBinned, listNotes, replaceNote } from '../../notes/server/notes.ts';
import { removeAvatar } from '../../people/server/profile.ts';
import { readUser } from '../../people/server/people.ts';
import { holdersOf, releasePicture, namesIn, withoutPicture } from '../../pictures/server/picture-holders.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Comment } from '../../discussion/model/thread.ts';
import type { Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { commentsBy, replaceComment } from '../../discussion/server/comments.ts';
import { causeOf } from '../../platform/model/cause.ts';
import { log } from '../../platform/server/log.ts';
import { endSweep, pendingSweeps } from './store/decisions.ts';

/**
 * Removes a picture that a moderator banned from the notes and people that show it, in batches while `mayGoOn` returns true;
 * a later sweep continues. Returns the notes and people whose pages changed.
 */
export async function takeDownPicture(
  redis: Redis,
  name: string,
  mayGoOn: () => boolean,
): Promise<{ uuids: string[]; people: string[] }> {
  const uuids: string[] = [];
  const people: string[] = [];
  for (let holders = await holdersOf(redis, name); holders.length > 0; holders = await holdersOf(redis, name)) {
    // All in parallel, so that the store needs few round trips: the moderator waits for the answer.
    const hiding = holders.map(async (holder) => {
      const id = holder.slice(holder.indexOf(':') + 1);
      if (holder.startsWith('user:')) {
        if (await hideFromPerson(redis, id, name)) people.push(id);
      } else if (holder.startsWith('note:') && (await hideFromNote(redis, id, name))) uuids.push(id);
    });
    await Promise.all(hiding);
    await releasePicture(redis, name, holders);
    if (!mayGoOn()) break;
  }
  return { uuids, people };
}

async function hideFromNote(redis: Redis, uuid: string, name: string): Promise<boolean> {
  const { stored, binned } = await readBinned(redis, uuid);
  const note = stored && 'visibility' in stored ? stored : binned;
  if (!note?.pictures || !namesIn(note.pictures).includes(name)) return false;
  await putPictures(redis, uuid, withoutPicture(note.pictures, name));
  return note === stored;
}

async function hideFromPerson(redis: Redis, id: string, name: string): Promise<boolean> {
  const user = await readUser(redis, id);
  if (user?.avatar !== name) return false;
  await removeAvatar(redis, id, name);
  return true;
}

const batch = 50;

/** The people, and the notes whose pages changed. */
type Swept = { uuids: Set<string>; people: string[] };

type Replaced = { ok: true } | { ok: false; reason: string };

/**
 * Hides everything written by people whose ban includes it, and shows it again if the ban was undone. It may stop at any
 * time and run twice: it compares what is with what should be, and does the rest.
 */
export async function sweep(redis: Redis, mayGoOn: () => boolean): Promise<Swept> {
  const swept: Swept = { uuids: new Set(), people: [] };
  for (const pending of await pendingSweeps(redis)) {
    if (!mayGoOn()) break;
    try {
      await sweepOne(redis, pending, swept, mayGoOn);
    } catch (error) {
      // A failed sweep does not hold back the others.
      log('error', 'a sweep failed', { user: pending.userId, error: causeOf(error) });
    }
  }
  return swept;
}

async function sweepOne(
  redis: Redis,
  { userId, since }: { userId: string; since: string },
  swept: Swept,
  mayGoOn: () => boolean,
): Promise<void> {
  const user = await readUser(redis, userId);
  swept.people.push(userId);
  let overtaken = false;
  for await (const { uuid, write } of user ? disagreeing(redis, user) : []) {
    const replaced = await write();
    // The author changed it meanwhile: the next run tries again.
    if (!replaced.ok) overtaken ||= replaced.reason === 'stale';
    else swept.uuids.add(uuid);
    if (!mayGoOn()) return;
  }
  if (!overtaken) await endSweep(redis, userId, since);
}

/** Notes and comments of a person whose visibility disagrees with the suspension, with the write that corrects each. */
async function* disagreeing(
  redis: Redis,
  user: User,
): AsyncGenerator<{ uuid: string; write: () => Promise<Replaced> }> {
  for (const comment of await commentsBy(redis, user.id)) {
    const next = agreeingComment(comment, user);
    if (next) yield { uuid: next.noteUuid, write: () => replaceComment(redis, next) };
  }
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const from = cursor === undefined ? {} : { cursor };
    const page = await listNotes(redis, { author: user.id, includePrivate: true, limit: batch, ...from });
    for (const note of page.notes) {
      const next = agreeingNote(note, user);
      if (next) yield { uuid: next.uuid, write: () => replaceNote(redis, next) };
    }
    cursor = page.next;
  }
}

function agreeingNote({ hidden, ...note }: Note, user: User): Note | undefined {
  const next = { ...note, rev: note.rev + 1 };
  const why = hidesAll(user);
  if (why) return hidden ? undefined : { ...next, hidden: { kind: 'with-author', ...why } };
  return hidden?.kind === 'with-author' ? next : undefined;
}

function agreeingComment({ hidden, hiddenBy, ...comment }: Comment, user: User): Comment | undefined {
  if (comment.deletedAt !== null) return undefined;
  const next = { ...comment, rev: comment.rev + 1 };
  const why = hidesAll(user);
  if (why) return hidden === undefined ? { ...next, hidden: why.reason, hiddenBy: 'with-author' } : undefined;
  return hiddenBy === 'with-author' ? next : undefined;
}

/** Why everything by this person is hidden; undefined if it is not. */
function hidesAll({ standing: suspension }: User): { reason: string; at: string; action: string } | undefined {
  if (suspension?.kind !== 'banned' || !suspension.writings) return undefined;
  const { reason, at, action } = suspension;
  return { reason, at, action };
}
