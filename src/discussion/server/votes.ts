import * as z from 'zod';
import { noteProblem } from '../../notes/server/note-http.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Comment } from '../model/thread.ts';
import { readComment, readComments } from './store/comments.ts';
import { vote, type Voted } from './store/votes.ts';

/** The answer to giving or taking back a vote. */
export const VoteAnswer = z.object({ votes: z.int().nonnegative(), voted: z.boolean() });
type VoteAnswer = z.infer<typeof VoteAnswer>;

type Way = 'give' | 'take';

/** Gives or takes back the user's vote for a note. Throws HttpError 403, 404 or 410. */
export async function voteForNote(redis: Redis, noteUuid: string, userId: string, way: Way, now: Date) {
  return answerOf(await vote(redis, { kind: 'note', noteUuid }, userId, way, now), way, 'note');
}

/** Gives or takes back the user's vote for a comment. Throws HttpError 403, 404 or 410. */
export async function voteForComment(redis: Redis, comment: Comment | undefined, userId: string, way: Way, now: Date) {
  if (!comment) throw noComment();
  const subject = { kind: 'comment', noteUuid: comment.noteUuid, id: comment.id } as const;
  return answerOf(await vote(redis, subject, userId, way, now), way, 'comment');
}

/** Gives or takes back a vote for the note or comment with this id. Doing either again changes nothing. */
export async function voteForEither(redis: Redis, id: string, userId: string, way: Way, now: Date): Promise<Voted> {
  return vote(redis, subjectOf(id, await readComment(redis, id)), userId, way, now);
}

/** Takes back many of a person's votes, in two round trips. */
export async function takeVotes(redis: Redis, ids: string[], userId: string, now: Date): Promise<void> {
  const comments = await readComments(redis, ids);
  await Promise.all(ids.map((id, at) => vote(redis, subjectOf(id, comments[at]), userId, 'take', now)));
}

function subjectOf(id: string, comment: Comment | undefined) {
  if (!comment) return { kind: 'note', noteUuid: id } as const;
  return { kind: 'comment', noteUuid: comment.noteUuid, id } as const;
}

function answerOf(voted: Voted, way: Way, what: 'note' | 'comment'): VoteAnswer {
  if (voted.ok) return { votes: voted.votes, voted: way === 'give' };
  if (voted.reason === 'own') {
    throw new HttpError(
      403,
      'Forbidden',
      `Nothing was changed: this ${what} is your own, and only others can vote for it.`,
    );
  }
  throw what === 'comment' && voted.reason === 'missing'
    ? noComment()
    : noteProblem({ ok: false, reason: voted.reason });
}

function noComment(): HttpError {
  return new HttpError(404, 'Not Found', 'There’s no such comment. It may have been deleted.');
}
