import { z } from 'zod';
import { Counts } from '../../notes/model/note.ts';
import { ReadingPlace, type ReadingChange, type SavedAnswer, ReadingState } from '../model/reading-list.ts';
import { noteProblem } from '../../notes/server/note-address.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { readComment } from '../../discussion/server/store/comments.ts';
import { saveNote, unsaveNote } from './store/reading-list.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { vote, type Voted } from '../../notes/server/store/votes.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { readScript } from '../../platform/server/store/script.ts';
import { isPublished } from '../../notes/server/store/note-parts.ts';

/** Gives nothing about a note that they may not read. */
const read = readScript({
  uses: [isPublished],
  keys: ['voters', 'savers', 'threadTimes', 'progress', 'noteKey', 'favourites', '...states'],
  args: ['uuid', 'userId'],
  returns: z.union([z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.coerce.number(), z.int()]), z.tuple([])]),
  body: `  local json = redis.call('GET', noteKey)
    local note = json and cjson.decode(json)
    if not note or note.deletedAt or not (isPublished(note) or note.authorId == userId) then return {} end
    local state = 0
    for i, list in ipairs(states) do if redis.call('ZSCORE', list, uuid) then state = i end end
    return {
      redis.call('SCARD', voters), redis.call('SCARD', savers), redis.call('ZCARD', threadTimes),
      redis.call('SISMEMBER', voters, userId), state, redis.call('HGET', progress, uuid) or '0',
      redis.call('SISMEMBER', favourites, uuid)
    }
    `,
});

/**
 * What is counted about a note, whether this person voted for it, and where it is in their reading list. Undefined for a
 * note that they may not read.
 */
export async function readViewerState(
  redis: Redis,
  noteUuid: string,
  userId: string,
): Promise<{ counts: Counts; voted: boolean; saved: ReadingPlace | null } | undefined> {
  const found = await read(redis, {
    voters: keys.voters(noteUuid),
    savers: keys.savers(noteUuid),
    threadTimes: keys.threadTimes(noteUuid),
    progress: keys.readingProgress(userId),
    noteKey: keys.note(noteUuid),
    favourites: keys.readingFavourites(userId),
    states: ReadingState.options.map((state) => keys.readingIn(userId, state)),
    uuid: noteUuid,
    userId,
  });
  if (found.length === 0) return undefined;
  const [votes, saves, comments, voted, at, progress, star] = found;
  const state = ReadingState.options[at - 1];
  return {
    counts: { votes, saves, comments },
    voted: voted === 1,
    saved: state ? { state, progress, favourite: star === 1 } : null,
  };
}

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
