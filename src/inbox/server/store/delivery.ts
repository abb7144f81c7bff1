import * as z from 'zod';
import { nextDigest, nextWeekly } from '../../model/digest-time.ts';
import {
  defaultDelivery,
  Delivery,
  DeliverySettings,
  settableKinds,
  type DeliveryPatch,
  type MailBatch,
  type ReviewMail,
} from '../../model/notification.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { takeDue } from '../../../platform/server/store/script-parts.ts';
import { writeScript, luaKey } from '../../../platform/server/store/script.ts';
import { pull } from './deliver.ts';

/** How many notifications one message lists; the others are only counted. */
const named = 50;

/**
 * Removes one person whose mail is due from the queue, with the notifications for it, in one step, so that no other run
 * sends it, even if this one fails. A person who gets mail about what they follow is queued again for the next digest,
 * since entries of large sources are found only by pulling.
 *
 * `waitMs` is how long the next mail waits. Returns the user, the number of notifications, and the ids of the newest ones;
 * an empty user if nothing is due.
 */
const takeDueUser = writeScript({
  uses: [pull],
  keys: ['due'],
  args: ['batch', 'now', 'nextDigest', 'waitMs'],
  returns: z.tuple([z.string(), z.int(), z.array(z.string())]),
  body: `
    local clock = { now = tonumber(now), digest = tonumber(nextDigest), here = false }
    local user = redis.call('ZRANGEBYSCORE', due, '-inf', now, 'LIMIT', 0, 1)[1]
    if not user then return { '', 0, {} } end
    if batch == 'digest' then pull(user, clock) end
    redis.call('ZREM', due, user)
    local items = mailItems[batch] .. user
    local ids, count = redis.call('ZREVRANGE', items, 0, ${named - 1}), redis.call('ZCARD', items)
    redis.call('DEL', items)
    if batch == 'mail' then redis.call('SET', ${luaKey(keys.mailPause, 'user')}, '1', 'PX', waitMs) end
    if batch == 'digest' then
      for _, way in ipairs(redis.call('HMGET', ${luaKey(keys.delivery, 'user')}, 'person', 'tag', 'thread', 'collection')) do
        if way and mailItems[way] then redis.call('ZADD', due, clock.digest, user) end
      end
    end
    return { user, count, ids }
    `,
});

const chooseDelivery = writeScript({
  keys: ['delivery', 'digests'],
  args: ['next', 'user', '...chosen'],
  returns: z.literal('ok'),
  body: `
    for i = 1, #chosen, 2 do
      redis.call('HSET', delivery, chosen[i], chosen[i + 1])
      if chosen[i + 1] == 'mail' or chosen[i + 1] == 'digest' then redis.call('ZADD', digests, 'NX', next, user) end
    end
    return 'ok'
    `,
});

/** Changes the kinds that were delivered this way to the inbox only. */
const endDelivery = writeScript({
  keys: ['delivery', 'mailItems', 'mailDue'],
  args: ['user', 'way', '...usual'],
  returns: z.literal('ok'),
  body: `
    for i = 1, #usual, 2 do
      if (redis.call('HGET', delivery, usual[i]) or usual[i + 1]) == way then
        redis.call('HSET', delivery, usual[i], 'inbox')
      end
    end
    redis.call('DEL', mailItems)
    redis.call('ZREM', mailDue, user)
    return 'ok'
    `,
});

const Stored = z.array(Delivery.nullable());

/** How each kind is delivered to a person: as they chose, or by default. */
export async function readDelivery(redis: Redis, userId: string): Promise<DeliverySettings> {
  const chosen = Stored.parse(Object.values((await redis.hmget(keys.delivery(userId), ...settableKinds)) ?? {}));
  return DeliverySettings.parse(
    Object.fromEntries(settableKinds.map((kind, index) => [kind, chosen[index] ?? defaultDelivery[kind]])),
  );
}

/** Stores the delivery that a person chose for some kinds. */
export async function changeDelivery(redis: Redis, userId: string, patch: DeliveryPatch, now: Date): Promise<void> {
  const chosen = settableKinds.flatMap((kind) => (patch[kind] === undefined ? [] : [kind, patch[kind]]));
  if (chosen.length === 0) return;
  await chooseDelivery(redis, {
    delivery: keys.delivery(userId),
    digests: keys.mailDue('digest'),
    next: nextDigest(now).getTime(),
    user: userId,
    chosen: chosen,
  });
}

/** Stops one kind of mail for a person: these notifications go only to the inbox, and waiting mail is not sent. */
export async function stopMail(redis: Redis, userId: string, batch: MailBatch): Promise<void> {
  const usual = settableKinds.flatMap((kind) => [kind, defaultDelivery[kind]]);
  await endDelivery(redis, {
    delivery: keys.delivery(userId),
    mailItems: keys.mailItems(batch, userId),
    mailDue: keys.mailDue(batch),
    user: userId,
    way: batch,
    usual: usual,
  });
}

/** One message that is due: its recipient, the number of notifications, and the ids of the newest ones. */
export type DueMail = { userId: string; count: number; ids: string[] };

/** How long the next mail to the same person waits, so that a lively hour is not one mail for each comment. */
export const mailPauseMs = 10 * 60_000;

/** How many people have unsent mail that is due. */
export async function countDueMail(redis: Redis, now: Date): Promise<Record<MailBatch, number>> {
  const [mail, digest] = await Promise.all(
    (['mail', 'digest'] as const).map((batch) => redis.zcount(keys.mailDue(batch), '-inf', now.getTime())),
  );
  return { mail: mail ?? 0, digest: digest ?? 0 };
}

/** Removes the next person whose mail is due from the queue, so that nobody gets a mail twice. Undefined if none is due. */
export async function takeDueMail(redis: Redis, batch: MailBatch, now: Date): Promise<DueMail | undefined> {
  const [userId, count, ids] = await takeDueUser(redis, {
    due: keys.mailDue(batch),
    batch,
    now: now.getTime(),
    nextDigest: nextDigest(now).getTime(),
    waitMs: mailPauseMs,
  });
  return userId === '' ? undefined : { userId, count, ids };
}

const ways = { daily: nextDigest, weekly: nextWeekly } as const;
type Way = keyof typeof ways;
const isWay = (every: ReviewMail['every']): every is Way => every !== 'never';

/** How often a person gets their highlights by mail. */
export async function reviewMailOf(redis: Redis, userId: string): Promise<ReviewMail['every']> {
  for (const way of ['daily', 'weekly'] as const) {
    if ((await redis.zscore(keys.reviewDue(way), userId)) !== null) return way;
  }
  return 'never';
}

/** Sets that, or stops it. Choosing the same again changes nothing. */
export async function chooseReviewMail(redis: Redis, userId: string, every: ReviewMail['every'], now: Date) {
  for (const way of ['daily', 'weekly'] as const) {
    if (way !== every) await redis.zrem(keys.reviewDue(way), userId);
  }
  if (!isWay(every)) return;
  await redis.zadd(keys.reviewDue(every), { nx: true }, { score: ways[every](now).getTime(), member: userId });
}

/** Takes the next person whose review mail is due. The next mail is due a day or a week later, even if this one fails. */
export async function takeDueReview(redis: Redis, now: Date): Promise<string | undefined> {
  for (const way of ['daily', 'weekly'] as const) {
    const userId = await takeDue(redis, keys.reviewDue(way), now, ways[way](now));
    if (userId !== undefined) return userId;
  }
  return undefined;
}
