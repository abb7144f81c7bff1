import * as z from 'zod';
import { maxFeedback, FeedbackKind, FeedbackWay } from '../../model/for-you.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';
import type { Note, Visibility, Counts } from '../../../notes/model/note.ts';
import type { Candidate, Preference, Affinities } from '../../model/recommended.ts';
import { mutableParts } from '../../../inbox/model/follow.ts';
import { authorsById, type Author } from '../../../people/model/user.ts';
import { readNamedNotes, readAffinities as read } from './for-you-scripts.ts';
import { nextWeekly } from '../../../inbox/model/digest-time.ts';
import { takeDue } from '../../../platform/server/store/script-parts.ts';

/** Feedback replaces its opposite. */
const put = writeScript({
  keys: ['feedback'],
  args: ['member', 'opposite', 'now', 'max'],
  returns: z.enum(['ok', 'full']),
  body: `
    if redis.call('ZSCORE', feedback, member) then return 'ok' end
    local isNew = not redis.call('ZSCORE', feedback, opposite)
    if isNew and redis.call('ZCARD', feedback) >= tonumber(max) then return 'full' end
    redis.call('ZREM', feedback, opposite)
    redis.call('ZADD', feedback, now, member)
    return 'ok'
    `,
});

/** The subject of feedback: a tag, a user id or a note's uuid. */
type FeedbackTarget = { kind: FeedbackKind; id: string };

const member = (way: FeedbackWay, { kind, id }: FeedbackTarget) => `${way}:${kind}:${id}`;

/** Stores feedback for more or less of something. `full`: the person already has the maximum. */
export async function putFeedback(
  redis: Redis,
  userId: string,
  way: FeedbackWay,
  of: FeedbackTarget,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: 'full' }> {
  const outcome = await put(redis, {
    feedback: keys.feedback(userId),
    member: member(way, of),
    opposite: member(way === 'more' ? 'less' : 'more', of),
    now: now.getTime(),
    max: maxFeedback,
  });
  return outcome === 'ok' ? { ok: true } : { ok: false, reason: outcome };
}

/** Removes feedback about something, whether for more or less. */
export async function dropFeedback(redis: Redis, userId: string, of: FeedbackTarget): Promise<void> {
  await redis.zrem(keys.feedback(userId), member('more', of), member('less', of));
}

/** Feedback as it is stored. */
type StoredFeedback = FeedbackTarget & { way: FeedbackWay; since: string };

const form = /^(more|less):(tag|person|note):(.+)$/;

/** Alternating members and scores, as Redis returns them. */
const FeedbackRows = z.array(z.string()).transform((flat): StoredFeedback[] =>
  flat.flatMap((text, at) => {
    const [, way, kind, id = ''] = (at % 2 === 0 && form.exec(text)) || [];
    if (way === undefined) return [];
    const since = new Date(Number(flat[at + 1])).toISOString();
    return [{ way: FeedbackWay.parse(way), kind: FeedbackKind.parse(kind), id, since }];
  }),
);

/** A person's feedback, newest first. */
export async function listFeedback(redis: Redis, userId: string): Promise<StoredFeedback[]> {
  return FeedbackRows.parse(await redis.zrange(keys.feedback(userId), 0, -1, { rev: true, withScores: true }));
}

/** The signals of what a person likes, and notes that may be recommended, without what they mute. In one round trip. */
export async function readAffinities(
  redis: Redis,
  userId: string,
): Promise<{ affinities: Affinities; candidates: Candidate[] }> {
  const [signals, follows, mutes, rows, found] = await read(redis, {
    votes: keys.votes(userId),
    reading: keys.reading(userId),
    archived: keys.readingIn(userId, 'archived'),
    followsKey: keys.follows(userId),
    mutes: keys.mutes(userId),
    feedbackKey: keys.feedback(userId),
    user: userId,
  });
  const feedback = FeedbackRows.parse(rows);
  const muted = new Set(mutes);
  return {
    affinities: {
      signals: signals.map(([why, at, uuid, authorId, tags]) => ({ why, at, note: { uuid, authorId, tags } })),
      follows: follows.flatMap(chosenOf),
      more: feedback.filter(({ way }) => way === 'more').flatMap(chosenFeedback),
      less: feedback.filter(({ way }) => way === 'less').flatMap(chosenFeedback),
    },
    candidates: found.flatMap(([uuid, authorId, tags, url, at, said]) => {
      const parts = mutableParts({ authorId, tags, url: url === '' ? null : url });
      return parts.some((part) => muted.has(part)) ? [] : [{ uuid, authorId, tags, at, said }];
    }),
  };
}

function chosenOf(source: string): Preference[] {
  const [, kind, id = ''] = /^(person|tag):(.+)$/.exec(source) ?? [];
  return kind === 'person' || kind === 'tag' ? [{ kind, id }] : [];
}

function chosenFeedback({ kind, id }: StoredFeedback): Preference[] {
  return kind === 'note' ? [] : [{ kind, id }];
}

/** A note, as far as it is needed to name it. */
export type NamedNote = { uuid: string; title: string; slug: string; visibility: Visibility };

/** The recommended notes, and the notes and people that reasons name. In one round trip; leaves out what is not readable. */
export async function readShown(
  redis: Redis,
  userId: string,
  wanted: { notes: readonly string[]; named: readonly string[]; people: readonly string[] },
): Promise<{
  notes: { note: Note; counts: Counts }[];
  named: Map<string, NamedNote>;
  people: Map<string, Author>;
}> {
  const [notes, counts, named, users] = await readNamedNotes(redis, {
    user: userId,
    shown: JSON.stringify(wanted.notes),
    named: JSON.stringify(wanted.named),
    people: wanted.people,
  });
  return {
    notes: notes.flatMap((note, index) => {
      const counted = counts[index];
      return counted ? [{ note, counts: counted }] : [];
    }),
    named: new Map(named.map(([uuid, title, slug, visibility]) => [uuid, { uuid, title, slug, visibility }])),
    people: authorsById(users),
  };
}

/** Whether a person gets the weekly mail. */
export async function wantsWeekly(redis: Redis, userId: string): Promise<boolean> {
  return (await redis.zscore(keys.weeklyDue, userId)) !== null;
}

/** Subscribes a person to the weekly mail, from the next one on. Repeating it changes nothing. */
export async function beginWeekly(redis: Redis, userId: string, now: Date): Promise<void> {
  await redis.zadd(keys.weeklyDue, { nx: true }, { score: nextWeekly(now).getTime(), member: userId });
}

export async function endWeekly(redis: Redis, userId: string): Promise<void> {
  await redis.zrem(keys.weeklyDue, userId);
}

/** Takes the next person whose weekly mail is due. The next mail is due a week later, even if this one fails. */
export function takeDueWeekly(redis: Redis, now: Date): Promise<string | undefined> {
  return takeDue(redis, keys.weeklyDue, now, nextWeekly(now));
}
