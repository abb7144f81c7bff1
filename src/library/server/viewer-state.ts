import { z } from 'zod';
import { Counts } from '../../notes/model/note.ts';
import { ReadingPlace, type ReadingChange, type SavedAnswer } from '../model/reading-list.ts';
import { noteProblem } from '../../notes/server/note-address.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readComment } from '../../discussion/server/store/comments.ts';
import { saveNote, unsaveNote } from './store/reading-list.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { vote, type Voted } from '../../notes/server/store/votes.ts';

/** What giving or taking back a vote answers. */
export const VoteAnswer = z.object({ votes: z.int().nonnegative(), voted: z.boolean() });
export type VoteAnswer = z.infer<typeof VoteAnswer>;

/** What a note's counts are now, and what of them is the visitor's own doing. */
export const ViewerState = z.object({ counts: Counts, voted: z.boolean(), saved: ReadingPlace.nullable() });
export type ViewerState = z.infer<typeof ViewerState>;

type Way = 'give' | 'take';

/** Gives or takes back one's vote for a note. Throws HttpError 403, 404 or 410. */
export async function voteForNote(redis: Redis, noteUuid: string, userId: string, way: Way, now: Date) {
  return answerOf(await vote(redis, { kind: 'note', noteUuid }, userId, way, now), way, 'note');
}

/** Gives or takes back one's vote for a comment. Throws HttpError 403, 404 or 410. */
export async function voteForComment(redis: Redis, id: string, userId: string, way: Way, now: Date) {
  const comment = await readComment(redis, id);
  if (!comment) throw noComment();
  const subject = { kind: 'comment', noteUuid: comment.noteUuid, id } as const;
  return answerOf(await vote(redis, subject, userId, way, now), way, 'comment');
}

function answerOf(voted: Voted, way: Way, what: 'note' | 'comment'): VoteAnswer {
  if (voted.ok) return { votes: voted.votes, voted: way === 'give' };
  if (voted.reason === 'own') {
    throw new HttpError(403, 'Forbidden', `Nothing was changed: this ${what} is your own, and votes come from others.`);
  }
  throw what === 'comment' && voted.reason === 'missing'
    ? noComment()
    : noteProblem({ ok: false, reason: voted.reason });
}

function noComment(): HttpError {
  return new HttpError(404, 'Not Found', 'There is no such comment; it may have been deleted.');
}

/** Saves a note into one's reading list, or changes its place there. Throws HttpError 404 or 410. */
export async function putIntoList(
  redis: Redis,
  noteUuid: string,
  userId: string,
  change: ReadingChange,
  now: Date,
): Promise<SavedAnswer> {
  const saved = await saveNote(redis, userId, noteUuid, change, now);
  if (!saved.ok) throw noteProblem(saved);
  const { saves, state, progress, favourite } = saved;
  return { saved: true, saves, state, progress, favourite };
}

/** Takes a note out of one's reading list. */
export async function takeFromList(redis: Redis, noteUuid: string, userId: string): Promise<SavedAnswer> {
  return { saved: false, saves: await unsaveNote(redis, userId, noteUuid) };
}
