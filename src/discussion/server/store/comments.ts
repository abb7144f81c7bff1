import { z } from 'zod';
import { isShown, type Comment, type CommentVersion } from '../../model/comment.ts';
import { limits } from '../../../platform/model/limits.ts';
import { inBatches } from '../../../platform/server/store/batches.ts';
import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import { onceSeconds, type Once } from '../../../notes/server/store/notes.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { numberedRead } from '../../../platform/server/store/script.ts';
import { addComment as add } from './add-comment.ts';
import { removeComment, replaceComment as replace } from './change-comment.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { StoredNote } from '../../../notes/server/store/stored-note.ts';
import { StoredUser } from '../../../people/server/store/stored-user.ts';
import { StoredComment, StoredVersion } from './stored-comment.ts';

/** `revision`: the head that the write raised, or null when nobody but the note's author reads the thread. */
export type CommentWritten = { ok: true; revision: number | null };
/** `because` is why a moderator has closed the thread. */
/** `repeated`: a call with the same idempotency key wrote `before`; `same`: it said the same. */
export type NotAdded =
  | { ok: false; reason: 'repeated'; before: Comment; same: boolean }
  | { ok: false; reason: 'missing' | 'deleted' | 'unpublished' | 'parent-missing' | 'parent-gone' }
  | { ok: false; reason: 'locked'; because: string };
export type NotChanged = { ok: false; reason: 'missing' } | { ok: false; reason: 'stale'; current: Comment };

function keysOf({ noteUuid, id, authorId }: Comment): string[] {
  return [
    keys.note(noteUuid),
    keys.comment(id),
    keys.thread(noteUuid),
    keys.threadTimes(noteUuid),
    keys.threadVotes(noteUuid),
    keys.threadChanges(noteUuid),
    keys.head,
    keys.changes,
    keys.authorComments(authorId),
    keys.publicNotes,
    keys.discussedNotes,
  ];
}

/**
 * Writes a new comment into its thread in one step, if its note and its parent are still there to be answered. Within a day
 * the key of a call that may be sent again writes one.
 */
export async function addComment(redis: Redis, comment: Comment, once?: Once): Promise<CommentWritten | NotAdded> {
  const { id, parent, path, authorId, createdAt, noteUuid } = comment;
  const above = parent === null ? [] : [keys.comment(parent), keys.replies(parent)];
  const [outcome, detail, same] = await add(
    redis,
    [...keysOf(comment), keys.sentComment(authorId, once?.key ?? ''), ...above],
    [
      toStored(comment),
      id,
      path,
      authorId,
      Date.parse(createdAt),
      noteUuid,
      changeOf.note(noteUuid),
      keys.comment(''),
      once?.said ?? '',
      onceSeconds,
    ],
  );
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'repeated') return { ok: false, reason: outcome, before: detail, same: same === 1 };
  if (outcome === 'locked') return { ok: false, reason: outcome, because: detail };
  if (outcome === 'exists') throw new Error(`Comment ${id} exists.`);
  return { ok: false, reason: outcome };
}

/**
 * Puts the next revision in the place of the stored one, whose `rev` must be one less. `before` is kept as an earlier
 * version; hiding and showing a comment keeps none.
 */
export async function replaceComment(
  redis: Redis,
  next: Comment,
  before?: CommentVersion,
): Promise<CommentWritten | NotChanged> {
  const { names, args } = commentWrite(next, before);
  return outcomeOf(await replace(redis, names, args));
}

/** What the script that replaces a comment gets to put `next` in the place of the revision before it. */
export function commentWrite(next: Comment, before?: CommentVersion): { names: string[]; args: (string | number)[] } {
  const { id, noteUuid, rev, createdAt } = next;
  return {
    names: [...keysOf(next), keys.edits(id), keys.voters(id)],
    args: [
      toStored(next),
      rev - 1,
      id,
      noteUuid,
      changeOf.note(noteUuid),
      Date.parse(createdAt),
      isShown(next) ? 'shown' : '',
      before ? toStored(before) : '',
      limits.comment.history,
    ],
  };
}

/** Everything that a person has said and not deleted, oldest first. */
export async function commentsBy(redis: Redis, userId: string): Promise<Comment[]> {
  const ids = z.array(z.string()).parse(await redis.zrange(keys.authorComments(userId), 0, -1));
  return (await readComments(redis, ids)).filter((comment) => comment !== undefined);
}

/** Deletes a comment, whichever revision it has. The tombstone stays only where others have answered. */
export async function deleteComment(redis: Redis, tombstone: Comment): Promise<CommentWritten | NotChanged> {
  const { id, noteUuid } = tombstone;
  return outcomeOf(
    await removeComment(
      redis,
      [...keysOf(tombstone), keys.edits(id), keys.voters(id), keys.replies(id)],
      [
        toStored(tombstone),
        'any',
        id,
        noteUuid,
        changeOf.note(noteUuid),
        keys.comment(''),
        keys.replies(''),
        keys.votes(''),
      ],
    ),
  );
}

function outcomeOf(reply: Awaited<ReturnType<typeof replace>>): CommentWritten | NotChanged {
  const [outcome, detail] = reply;
  if (outcome === 'written') return { ok: true, revision: detail };
  if (outcome === 'stale') return { ok: false, reason: 'stale', current: StoredComment.parse(detail) };
  return { ok: false, reason: 'missing' };
}

export async function readComment(redis: Redis, id: string): Promise<Comment | undefined> {
  const [comment] = await readComments(redis, [id]);
  return comment;
}

/** The comments of these ids, in their order; undefined where there is none. */
export function readComments(redis: Redis, ids: string[]): Promise<(Comment | undefined)[]> {
  return inBatches(redis, ids.map(keys.comment), StoredComment);
}

const readWhole = numberedRead(
  `
  local json = redis.call('GET', KEYS[1])
  if not json then return false end
  local comment = cjson.decode(json)
  return {
    json, redis.call('GET', ARGV[1] .. comment.noteUuid), redis.call('GET', ARGV[2] .. comment.authorId),
    redis.call('SCARD', KEYS[2]), redis.call('LRANGE', KEYS[3], 0, -1)
  }
  `,
  z.tuple([StoredComment, StoredNote.nullable(), StoredUser.nullable(), z.int(), z.array(StoredVersion)]).nullable(),
);

/** A comment with its note, its author, its votes and its earlier versions, newest first, in one round trip. */
export async function readWholeComment(redis: Redis, id: string) {
  const read = await readWhole(
    redis,
    [keys.comment(id), keys.voters(id), keys.edits(id)],
    [keys.note(''), keys.user('')],
  );
  if (!read) return undefined;
  const [comment, note, author, votes, history] = read;
  return { comment, note: note ?? undefined, author: author ?? undefined, votes, history };
}
