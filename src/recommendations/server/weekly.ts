import { sendMail } from '../../platform/server/mail.ts';
import { sendWithin, unsubscribeLink, type RunLimits } from '../../inbox/server/notices.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/store/users.ts';
import { takeDueWeekly } from './store/weekly.ts';
import { forYou } from './page.ts';
import { weeklyMail } from './weekly-mail.ts';

const weekMs = 7 * 24 * 60 * 60_000;
/** Notes in one message. */
const named = 8;

/** Sends the weekly mail to whoever it is due for, as `sendDueNotices` does: taken first, so that no two runs write twice. */
export async function sendDueWeekly(
  redis: Redis,
  secret: string,
  now: Date,
  limits: RunLimits,
  clock: () => number = performance.now.bind(performance),
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, clock, async () => {
    const userId = await takeDueWeekly(redis, now);
    return userId === undefined ? undefined : sendWeekly(redis, userId, secret, now);
  });
}

/** Only to a proven address, and only when the week brought something. */
async function sendWeekly(redis: Redis, userId: string, secret: string, now: Date): Promise<boolean> {
  const user = await readUser(redis, userId);
  if (!user?.email || !user.emailVerifiedAt) return false;
  const { notes } = await forYou(redis, userId, now, { count: named, since: now.getTime() - weekMs });
  if (notes.length === 0) return false;
  await sendMail(weeklyMail(user.email, notes, await unsubscribeLink({ userId, batch: 'weekly' }, secret)));
  return true;
}
