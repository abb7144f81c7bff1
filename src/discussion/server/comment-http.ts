import { limits } from '../../platform/model/limits.ts';
import type { CommentRefusal } from './comments.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { uuidAt } from '../../platform/server/http/uuid-at.ts';
import * as z from 'zod';
import { CommentVersion, isShown, type Comment, ThreadComment } from '../model/thread.ts';
import { mayRead } from '../../notes/model/note-access.ts';
import type { User } from '../../people/model/user.ts';
import { readWholeComment } from './store/comments.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { shownComments } from './threads.ts';

/** A comment with the Markdown and the revision that an edit needs. */
export const OwnComment = ThreadComment.extend({ noteUuid: z.uuid(), body: z.string(), rev: z.int().positive() });
export type OwnComment = z.infer<typeof OwnComment>;

/** The answer for a comment's own address: the comment, and its earlier versions, newest first. */
export const CommentAnswer = z.object({ comment: OwnComment, history: z.array(CommentVersion) });
export type CommentAnswer = z.infer<typeof CommentAnswer>;

/** A comment as its author gets it. */
export async function commentForAuthor(comment: Comment, author: User | undefined, votes = 0): Promise<OwnComment> {
  const { noteUuid, body, rev } = comment;
  const [shown] = await shownComments([{ comment, votes, author }]);
  if (!shown) throw new Error('A comment that is given is shown.');
  return { ...shown, noteUuid, body, rev };
}

/** A comment with its history, for a visitor who may read its note. Undefined for one that is deleted or hidden. */
export async function openComment(
  redis: Redis,
  id: string,
  visitorId: string | undefined,
): Promise<CommentAnswer | undefined> {
  const read = await readWholeComment(redis, id);
  if (!read || !isShown(read.comment)) return undefined;
  const { comment, note, author, votes, history } = read;
  if (!note || 'deletedAt' in note || !mayRead(note, visitorId)) return undefined;
  return { comment: await commentForAuthor(comment, author, votes), history };
}

/** The id of the comment in an address. */
export const commentId = uuidAt('id');

/** The answer to a refused call about a comment. In every case the author still has what they typed. */
export function commentProblem(refusal: CommentRefusal): HttpError {
  switch (refusal.reason) {
    case 'missing':
      return new HttpError(404, 'Not Found', 'This note doesn’t exist, or its author hasn’t shared it with you.');
    case 'deleted':
      return new HttpError(410, 'Gone', 'Your comment wasn’t posted: this note has been deleted.');
    case 'unpublished':
      return new HttpError(
        409,
        'Conflict',
        'Your comment wasn’t posted: only published notes have comments. Publish the note first.',
      );
    case 'locked':
      return new HttpError(
        403,
        'Forbidden',
        `Your comment wasn’t saved: a moderator has locked this thread (${refusal.because}). Everyone can still read it.`,
      );
    case 'repeated':
      return new HttpError(
        409,
        'Conflict',
        'Your comment was already posted, with the text shown here. Edit that one, or send again to post another.',
        { members: { current: { id: refusal.before.id, body: refusal.before.body, rev: refusal.before.rev } } },
      );
    case 'parent-missing':
      return badParent('The comment you’re replying to isn’t in this thread. Reload the page and reply there.');
    case 'parent-gone':
      return new HttpError(
        409,
        'Conflict',
        'Your reply wasn’t posted: the comment was deleted or hidden in the meantime. Reply to another one, or to the note.',
      );
    case 'gone':
      return new HttpError(404, 'Not Found', 'There’s no such comment. It may have been deleted.');
    case 'not-yours':
      return new HttpError(403, 'Forbidden', 'Nothing was changed: only its author can edit a comment.');
    case 'too-late':
      return new HttpError(
        403,
        'Forbidden',
        `Nothing was changed: a comment can be edited for ${limits.comment.editMinutes} minutes. Reply to it instead.`,
      );
    case 'stale':
      return new HttpError(
        409,
        'Conflict',
        'Nothing was saved: the comment has changed elsewhere since you opened it. Compare it with the current text, then save again.',
        { members: { current: { body: refusal.current.body, rev: refusal.current.rev } } },
      );
  }
}

/** The answer if a comment cannot be restored. */
export function restoreProblem(refusal: CommentRefusal): HttpError {
  if (refusal.reason === 'locked') {
    const detail = `The comment wasn’t brought back: a moderator has locked this thread (${refusal.because}).`;
    return new HttpError(403, 'Forbidden', detail);
  }
  if (refusal.reason === 'parent-gone') {
    const detail = 'The comment wasn’t brought back: a moderator has hidden the one it replies to.';
    return new HttpError(409, 'Conflict', detail);
  }
  return commentProblem(refusal);
}

function badParent(message: string): HttpError {
  return new HttpError(400, 'Bad Request', 'Correct and send again: parent.', {
    errors: [{ path: 'parent', message }],
  });
}
