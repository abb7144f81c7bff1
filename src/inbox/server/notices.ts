import type { MailBatch } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import { inboxGroups } from './inbox.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { noticeMail } from './notice-mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { takeDueMail, type DueMail } from './store/delivery.ts';
import { readInbox } from './store/inbox.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/store/users.ts';
import { unsubscribeToken, type Unsubscription } from './unsubscribe.ts';

/** At most so many messages a run, and none begun after so long: what is left waits for the next run. */
export interface RunLimits {
  messages: number;
  ms: number;
}

/**
 * Sends what is due, one person after the other. Each person is taken before their message is written, in one step, so
 * that two runs at once never write twice, and a run that dies loses one message at most. `clock` tells how long it
 * takes. Gives how many were sent.
 */
export async function sendDueNotices(
  redis: Redis,
  batch: MailBatch,
  secret: string,
  now: Date,
  limits: RunLimits,
  clock: () => number = performance.now.bind(performance),
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, clock, async () => {
    const due = await takeDueMail(redis, batch, now);
    return due && sendNotice(redis, batch, due, secret, now);
  });
}

/** Repeats what takes one person and writes to them (`sent`, or undefined when nobody is left), as long as it may. */
export async function sendWithin(
  limits: RunLimits,
  clock: () => number,
  sendNext: () => Promise<boolean | undefined>,
): Promise<{ sent: number; taken: number }> {
  const begun = clock();
  const done = { sent: 0, taken: 0 };
  while (done.taken < limits.messages && clock() - begun < limits.ms) {
    const sent = await sendNext();
    if (sent === undefined) break;
    done.taken += 1;
    if (sent) done.sent += 1;
  }
  return done;
}

/** The address that ends one way of mail for one person. */
export async function unsubscribeLink(of: Unsubscription, secret: string): Promise<string> {
  return `${siteIdentity().url}${paths.unsubscribe}?token=${await unsubscribeToken(of, secret)}`;
}

/** Only to a proven address, and only what is still there and not read. */
async function sendNotice(redis: Redis, batch: MailBatch, due: DueMail, secret: string, now: Date): Promise<boolean> {
  if (due.ids.length === 0) return false;
  const user = await readUser(redis, due.userId);
  if (!user?.email || !user.emailVerifiedAt) return false;
  const listing = await readInbox(redis, due.userId, { filter: 'unread', limit: 100 }, now);
  const wanted = new Set(due.ids);
  const items = listing.items.filter(({ id }) => wanted.has(id));
  if (items.length === 0) return false;
  const unsubscribe = await unsubscribeLink({ userId: user.id, batch }, secret);
  const count = items.length + due.count - due.ids.length;
  await sendMail(noticeMail(user.email, { groups: inboxGroups({ ...listing, items }), count, batch, unsubscribe }));
  return true;
}
