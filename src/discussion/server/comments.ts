import { v7 as uuidv7 } from 'uuid';
import {
  commentFrom,
  deletedComment,
  editedComment,
  isEditable,
  isShown,
  type Comment,
  type CommentEvent,
  type CommentPatch,
  type NewComment,
  mentionsIn,
} from '../model/thread.ts';
import { limits } from '../../platform/model/limits.ts';
import * as store from './store/comments.ts';
import type { Idempotency } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { idsOfHandles } from '../../people/server/people.ts';
import { inParts } from '../../platform/model/parts.ts';

/** What the servers of other nouns read of comments, and what hides and restores them. */
export {
  commentsBy,
  forgetDeleted,
  readComment,
  readComments,
  readVotes,
  readWholeComment,
  replaceComment,
} from './store/comments.ts';

/** The largest body of a call that writes a comment: every character may be escaped as two `\uXXXX`. */
export const maxCommentBytes = limits.comment.max * 12 + 1024;

export type CommentRefusal =
  | store.NotAdded
  | { ok: false; reason: 'gone' | 'not-yours' | 'too-late' }
  | Extract<store.NotChanged, { reason: 'stale' }>;

/**
 * `mentioned` are the ids of people whom this write mentions for the first time; `parent` is the comment that it replies
 * to.
 */
export type CommentWritten = {
  ok: true;
  comment: Comment;
  revision: number | null;
  mentioned: string[];
  parent: Comment | undefined;
};

/** The comment that is replied to, and the people whom the text mentions: ids by handle. */
export type CommentContext = { parent: Comment | undefined; people: Map<string, string> };

export async function readCommentContext(
  redis: Redis,
  { parent, body }: Partial<NewComment> & { body: string },
): Promise<CommentContext> {
  const [found, people] = await Promise.all([
    parent ? store.readComment(redis, parent) : undefined,
    peopleIn(redis, body),
  ]);
  return { parent: found, people };
}

/** Adds a comment to a note's thread; `repeated` if a call with the key of `once` wrote it before. */
export async function writeComment(
  redis: Redis,
  noteUuid: string,
  draft: NewComment,
  { parent, people }: CommentContext,
  { authorId, now, once }: { authorId: string; now: Date; once?: Idempotency | undefined },
): Promise<CommentWritten | CommentRefusal> {
  if (draft.parent && parent?.noteUuid !== noteUuid) return { ok: false, reason: 'parent-missing' };
  const comment = commentFrom(draft, parent, { id: uuidv7(), noteUuid, authorId, mentions: [...people.keys()], now });
  const added = await store.addComment(redis, comment, once);
  return added.ok ? { ...added, comment, mentioned: [...people.values()], parent } : added;
}

/** Changes a comment's text, by its author and while it may be edited. */
export async function editComment(
  redis: Redis,
  found: Comment | undefined,
  { body, rev }: CommentPatch,
  people: CommentContext['people'],
  { editorId, now }: { editorId: string; now: Date },
): Promise<CommentWritten | CommentRefusal> {
  const own = commentOfAuthor(found, editorId);
  if (!own.ok) return own;
  const { comment } = own;
  if (!isEditable(comment, now)) return { ok: false, reason: 'too-late' };
  if (rev !== undefined && rev !== comment.rev) return { ok: false, reason: 'stale', current: comment };
  if (body === comment.body) return { ok: true, revision: null, comment, mentioned: [], parent: undefined };
  const next = editedComment(comment, body, [...people.keys()], now);
  const replaced = await store.replaceComment(redis, next, { body: comment.body, until: now.toISOString() });
  if (!replaced.ok) return replaced.reason === 'missing' ? { ok: false, reason: 'gone' } : replaced;
  const mentioned = [...people].filter(([handle]) => !comment.mentions.includes(handle)).map(([, userId]) => userId);
  return { ...replaced, comment: next, mentioned, parent: undefined };
}

/** Deletes a comment, by its author and at any time. For an hour they can restore it. */
export async function removeComment(
  redis: Redis,
  found: Comment | undefined,
  editorId: string,
  now: Date,
): Promise<{ ok: true; revision: number | null; noteUuid: string } | CommentRefusal> {
  const own = commentOfAuthor(found, editorId);
  if (!own.ok) return own;
  const removed = await store.deleteComment(redis, deletedComment(own.comment, now), limits.comment.undoMinutes * 60);
  return removed.ok ? { ...removed, noteUuid: own.comment.noteUuid } : { ok: false, reason: 'gone' };
}

/** Restores what its author deleted, with its votes and earlier versions. */
export async function restoreOwnComment(redis: Redis, id: string, editorId: string) {
  const restored = await store.restoreComment(redis, id, editorId);
  if (restored.ok || restored.reason !== 'missing') return restored;
  return { ok: false as const, reason: 'gone' as const };
}

const removedAtOnce = 200;

/** Deletes all comments by a person, two hundred in each round trip. Yields the notes that they were on. */
export async function* removedCommentsBy(redis: Redis, userId: string, now: Date): AsyncGenerator<string[], void> {
  const all = await store.commentsBy(redis, userId);
  for (const some of inParts(all, removedAtOnce)) {
    await Promise.all(some.map((comment) => store.deleteComment(redis, deletedComment(comment, now))));
    yield some.map(({ noteUuid }) => noteUuid);
  }
}

/** The event that announces a new or changed comment. */
export function commentEvent({ comment, mentioned, parent }: CommentWritten): CommentEvent {
  const { id: commentId, noteUuid, authorId } = comment;
  return { kind: 'comment', noteUuid, commentId, authorId, parentAuthorId: parent?.authorId, mentioned };
}

function commentOfAuthor(
  comment: Comment | undefined,
  editorId: string,
): { ok: true; comment: Comment } | CommentRefusal {
  if (!comment || comment.deletedAt !== null) return { ok: false, reason: 'gone' };
  if (comment.authorId === editorId) return { ok: true, comment };
  return { ok: false, reason: isShown(comment) ? 'not-yours' : 'gone' };
}

/** The people whom a text mentions: their ids by handle. */
async function peopleIn(redis: Redis, body: string): Promise<Map<string, string>> {
  const handles = mentionsIn(body);
  const ids = await idsOfHandles(redis, handles);
  return new Map(handles.flatMap((handle, index) => (ids[index] ? [[handle, ids[index]]] : [])));
}
