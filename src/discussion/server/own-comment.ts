import { z } from 'zod';
import { CommentVersion, isShown, type Comment } from '../model/comment.ts';
import { mayRead } from '../../notes/model/note-access.ts';
import { ThreadComment } from '../model/thread.ts';
import type { User } from '../../people/model/user.ts';
import { readWholeComment } from './store/comments.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { shownComments } from './threads.ts';

/** A comment with the Markdown and the revision that a change of it needs. */
export const OwnComment = ThreadComment.extend({ noteUuid: z.uuid(), body: z.string(), rev: z.int().positive() });
export type OwnComment = z.infer<typeof OwnComment>;

/** What a comment's own address answers: it, and its earlier versions, newest first. */
export const CommentAnswer = z.object({ comment: OwnComment, history: z.array(CommentVersion) });
export type CommentAnswer = z.infer<typeof CommentAnswer>;

/** A comment as the one who wrote it gets it back. */
export async function ownComment(comment: Comment, author: User | undefined, votes = 0): Promise<OwnComment> {
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
  return { comment: await ownComment(comment, author, votes), history };
}
