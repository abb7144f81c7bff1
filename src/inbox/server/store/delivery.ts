import { z } from 'zod';
import { nextDigest } from '../../../platform/model/digest-time.ts';
import {
  defaultDelivery,
  Delivery,
  DeliverySettings,
  settableKinds,
  type DeliveryPatch,
  type MailBatch,
} from '../../model/notification.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import { chooseDelivery, endDelivery, takeDue } from './notices.ts';

const Stored = z.array(Delivery.nullable());

/** How each kind reaches a person: as they chose, and as is usual where they did not. */
export async function readDelivery(redis: Redis, userId: string): Promise<DeliverySettings> {
  const chosen = Stored.parse(Object.values((await redis.hmget(keys.delivery(userId), ...settableKinds)) ?? {}));
  return DeliverySettings.parse(
    Object.fromEntries(settableKinds.map((kind, index) => [kind, chosen[index] ?? defaultDelivery[kind]])),
  );
}

/** Keeps what a person chose for some kinds. */
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

/** Ends one way of mail for a person: what came by it comes into the inbox alone, and what waits is not sent. */
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

/** One message that is due: to whom, how many notifications there are, and the ids of the newest ones. */
export type DueMail = { userId: string; count: number; ids: string[] };

/** After a message, the next one to the same person waits this long, so that a lively hour is not a mail a comment. */
export const mailPauseMs = 10 * 60_000;

/** How many people have mail that is due and not sent yet. */
export async function countDueMail(redis: Redis, now: Date): Promise<Record<MailBatch, number>> {
  const [mail, digest] = await Promise.all(
    (['mail', 'digest'] as const).map((batch) => redis.zcount(keys.mailDue(batch), '-inf', now.getTime())),
  );
  return { mail: mail ?? 0, digest: digest ?? 0 };
}

/** Takes the next person whose mail is due, for good: nobody is written to twice. Undefined when nothing is due. */
export async function takeDueMail(redis: Redis, batch: MailBatch, now: Date): Promise<DueMail | undefined> {
  const [userId, count, ids] = await takeDue(redis, {
    due: keys.mailDue(batch),
    batch,
    now: now.getTime(),
    nextDigest: nextDigest(now).getTime(),
    waitMs: mailPauseMs,
  });
  return userId === '' ? undefined : { userId, count, ids };
}
