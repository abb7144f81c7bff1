import { z } from 'zod';
import { maxFeedback, FeedbackKind, FeedbackWay } from '../../model/feedback.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { writeScript } from '../../../platform/server/store/script.ts';

/** A wish takes the place of its opposite. */
const put = writeScript({
  keys: ['wishes'],
  args: ['member', 'opposite', 'now', 'most'],
  returns: z.enum(['ok', 'full']),
  body: `
    if redis.call('ZSCORE', wishes, member) then return 'ok' end
    local isNew = not redis.call('ZSCORE', wishes, opposite)
    if isNew and redis.call('ZCARD', wishes) >= tonumber(most) then return 'full' end
    redis.call('ZREM', wishes, opposite)
    redis.call('ZADD', wishes, now, member)
    return 'ok'
    `,
});

/** What is wished for: a tag, a user id or a note's uuid. */
export type FeedbackTarget = { kind: FeedbackKind; id: string };

const member = (way: FeedbackWay, { kind, id }: FeedbackTarget) => `${way}:${kind}:${id}`;

/** Asks for more or less of something. `full`: the person has asked for as much as anyone may. */
export async function putFeedback(
  redis: Redis,
  userId: string,
  way: FeedbackWay,
  of: FeedbackTarget,
  now: Date,
): Promise<{ ok: true } | { ok: false; reason: 'full' }> {
  const outcome = await put(redis, {
    wishes: keys.wishes(userId),
    member: member(way, of),
    opposite: member(way === 'more' ? 'less' : 'more', of),
    now: now.getTime(),
    most: maxFeedback,
  });
  return outcome === 'ok' ? { ok: true } : { ok: false, reason: outcome };
}

/** Takes back what was asked for, whichever way. */
export async function dropFeedback(redis: Redis, userId: string, of: FeedbackTarget): Promise<void> {
  await redis.zrem(keys.wishes(userId), member('more', of), member('less', of));
}

/** A wish as it is stored. */
export type StoredFeedback = FeedbackTarget & { way: FeedbackWay; since: string };

const form = /^(more|less):(tag|person|note):(.+)$/;

/** Members and scores by turns, as Redis answers. */
export const Wishes = z.array(z.string()).transform((flat): StoredFeedback[] =>
  flat.flatMap((text, at) => {
    const [, way, kind, id = ''] = (at % 2 === 0 && form.exec(text)) || [];
    if (way === undefined) return [];
    const since = new Date(Number(flat[at + 1])).toISOString();
    return [{ way: FeedbackWay.parse(way), kind: FeedbackKind.parse(kind), id, since }];
  }),
);

/** What a person asked for, the newest first. */
export async function listFeedback(redis: Redis, userId: string): Promise<StoredFeedback[]> {
  return Wishes.parse(await redis.zrange(keys.wishes(userId), 0, -1, { rev: true, withScores: true }));
}
