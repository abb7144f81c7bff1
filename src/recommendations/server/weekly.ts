import { sendMail, type Mail } from '../../platform/server/mail.ts';
import { mailLink, sendWithin, subscriptionMail, unsubscribeLink, type RunLimits } from '../../inbox/server/notices.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/people.ts';
import { takeDueWeekly } from './store/for-you.ts';
import { forYou } from './for-you.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { type ForYouNote, reasonLine } from '../model/for-you.ts';
import { paths } from '../../platform/model/paths.ts';
import { siteIdentity } from '../../platform/server/site.ts';

export { endWeekly, wantsWeekly } from './store/for-you.ts';

/** The weekly mail: the best notes for one reader, each with the reason. `notes` is not empty. */
function weeklyMail(to: string, notes: readonly ForYouNote[], unsubscribe: string): Mail {
  return subscriptionMail({
    to,
    subject: subjectOf(notes),
    texts: notes.map(textOf),
    htmls: notes.map(htmlOf),
    more: { words: 'See more, and choose what you get', path: paths.forYou },
    why: 'You asked for this email once a week',
    unsubscribe,
  });
}

function subjectOf([first, ...others]: readonly ForYouNote[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Your week on ${siteIdentity().name}: “${first?.title ?? ''}”${more}`;
}

const byOf = ({ author, minutes, pictures }: ForYouNote) =>
  `${author.name || `@${author.handle}`} · ${pictures?.minutes ?? minutes} min read`;
const reasonsOf = ({ reasons }: ForYouNote) => reasons.map(reasonLine).join('. ');

function textOf(note: ForYouNote): string {
  const excerpt = note.excerpt ? [`  ${note.excerpt}`] : [];
  return [note.title, byOf(note), ...excerpt, reasonsOf(note), siteIdentity().url + note.path].join('\n');
}

function htmlOf(note: ForYouNote): string {
  return (
    `<h2>${mailLink(siteIdentity().url + note.path, note.title)}</h2><p><small>${xmlText(byOf(note))}</small></p>` +
    (note.excerpt ? `<p>${xmlText(note.excerpt)}</p>` : '') +
    `<p><small>${xmlText(reasonsOf(note))}</small></p>`
  );
}

const weekMs = 7 * 24 * 60 * 60_000;
/** Notes in one message. */
const named = 8;

/** Sends the weekly mails that are due. Like `sendDueNotices` it takes each from the queue first, so that none is sent twice. */
export async function sendDueWeekly(
  redis: Redis,
  secret: string,
  now: Date,
  limits: RunLimits,
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, async () => {
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
