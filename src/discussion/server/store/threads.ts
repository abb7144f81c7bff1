import type { Comment, ThreadSort } from '../../model/thread.ts';
import { limits } from '../../../platform/model/limits.ts';
import type { User } from '../../../people/model/user.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import * as z from 'zod';
import { writeScript } from '../../../platform/server/store/script.ts';
import { readThread as read, readThreadTops } from './read-thread.ts';

/** A comment with its votes and its author. */
export type ReadComment = { comment: Comment; votes: number; author: User | undefined };

/**
 * `cursor` is that of the previous page. Instead, `after` requests what changed since a revision, oldest change first,
 * and `around` a comment with its neighbours and everything that they reply to.
 */
export type ThreadQuery = { sort: ThreadSort; cursor?: string | undefined } | { after: number } | { around: string };

export type ThreadRead = {
  ok: true;
  count: number;
  revision: number;
  next: string | null;
  /** The path of the first comment after those that are left out at the beginning, if any are. */
  before: string | null;
  comments: ReadComment[];
  /** Ids of comments that no longer exist. */
  gone: string[];
  /** Ids in this thread that the visitor voted for. */
  voted: string[];
  /** The ISO time of the newest comment in the whole thread. */
  newest: string | null;
};

/** A path, or the score and id of the last comment. Opaque to callers. */
export const threadCursor = /^([0-9a-f]{32}){1,12}$|^\d{1,16}_[0-9a-f-]{36}$/;

/** One part of the thread of a note that this visitor may read, in one round trip. */
export async function readThread(
  redis: Redis,
  noteUuid: string,
  query: ThreadQuery,
  visitorId: string | undefined,
): Promise<ThreadRead | { ok: false; reason: 'missing' | 'deleted' | 'no-comment' }> {
  const { asked, place = '', last = '' } = scriptQuery(query);
  const reply = await read(redis, {
    noteKey: keys.note(noteUuid),
    thread: keys.thread(noteUuid),
    times: keys.threadTimes(noteUuid),
    best: keys.threadVotes(noteUuid),
    changes: keys.threadChanges(noteUuid),
    ownVotes: keys.votes(visitorId ?? ''),
    asked,
    place,
    last,
    max: limits.threadPage,
    ahead: fewAhead,
    visitor: visitorId ?? '',
  });
  if (reply[0] !== 'found') return { ok: false, reason: reply[0] };
  const [, count, revision, before, end, endId, ids, stored, votes, users, voted, newest] = reply;
  const byPath = asked === 'thread' || asked === 'around';
  return {
    ok: true,
    count,
    // The next request continues from the revision at which this answer ends.
    revision: 'after' in query && end !== '' ? Number(end) : revision,
    next: end === '' ? null : byPath ? end : `${end}_${endId}`,
    before: before === '' ? null : before,
    comments: joined(stored, votes, users),
    gone: ids.filter((_, index) => !stored[index]),
    voted,
    newest: newest === null ? null : new Date(Number(newest)).toISOString(),
  };
}

/** How many comments before the requested one are read with it. */
const fewAhead = 10;

function scriptQuery(query: ThreadQuery) {
  if ('after' in query) return { asked: 'after', place: String(query.after) };
  if ('around' in query) return { asked: 'around', place: query.around };
  const [place, last] = query.cursor?.split('_') ?? [];
  return { asked: query.sort, place, last };
}

/** The counts of a note, and the first comments of its thread; `total` also counts deleted and hidden ones. */
export type ThreadTop = {
  votes: number;
  saves: number;
  count: number;
  total: number;
  revision: number;
  comments: ReadComment[];
};

/** A note without votes, saves and comments. */
export const emptyThreadTop: ThreadTop = { votes: 0, saves: 0, count: 0, total: 0, revision: 0, comments: [] };

/** Keeps a reply small even if many threads are long. */
const enoughBytes = 1_000_000;
const batchSize = 100;

/** The tops of these notes' threads, in their order, each with at most `max` comments: with 0, only the counts. */
export async function readTops(redis: Redis, uuids: string[], max: number = limits.threadPage): Promise<ThreadTop[]> {
  const tops: ThreadTop[] = [];
  while (tops.length < uuids.length) {
    const batch = uuids.slice(tops.length, tops.length + batchSize);
    const read = await readThreadTops(redis, { max, enough: enoughBytes, uuids: batch });
    for (const [votes, saves, count, total, revision, ...gathered] of read) {
      tops.push({ votes, saves, count, total, revision, comments: joined(...gathered) });
    }
  }
  return tops;
}

function joined(stored: (Comment | null)[], votes: number[], users: User[]): ReadComment[] {
  const authors = new Map(users.map((user) => [user.id, user]));
  return stored.flatMap((comment, index) =>
    comment ? [{ comment, votes: votes[index] ?? 0, author: authors.get(comment.authorId) }] : [],
  );
}

const visit = writeScript({
  keys: ['visits'],
  args: ['note', 'seen', 'max'],
  returns: z.string(),
  body: `
    local before = redis.call('ZSCORE', visits, note)
    redis.call('ZADD', visits, 'GT', seen, note)
    redis.call('ZREMRANGEBYRANK', visits, 0, -max - 1)
    return before or ''
    `,
});

/** The maximum number of threads for which a person's last visit is stored: those with the latest comments. */
const maxVisits = 2000;

/**
 * Stores up to when a person has seen a thread, and returns up to when they had seen it before; undefined at the first
 * visit.
 */
export async function visitThread(
  redis: Redis,
  userId: string,
  noteUuid: string,
  seen: Date,
): Promise<Date | undefined> {
  const visits = keys.visits(userId);
  const before = await visit(redis, { visits, note: noteUuid, seen: seen.getTime(), max: maxVisits });
  return before === '' ? undefined : new Date(Number(before));
}

/** Up to when a person has seen each thread that they have visited. */
export async function visitsOf(redis: Redis, userId: string): Promise<{ id: string; seen: string }[]> {
  const flat = await redis.zrange<(string | number)[]>(keys.visits(userId), 0, -1, { withScores: true });
  return flat.flatMap((id, at) =>
    at % 2 === 0 ? [{ id: String(id), seen: new Date(Number(flat[at + 1])).toISOString() }] : [],
  );
}
