import { htmlMail, sendMail, type Mail } from '../../platform/server/mail.ts';
import { sendWithin, unsubscribeLink, type RunLimits } from '../../inbox/server/notices.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/people.ts';
import { takeDueWeekly } from './store/for-you.ts';
import { forYou } from './for-you.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { type ForYouNote, reasonLine } from '../model/for-you.ts';
import { paths } from '../../platform/model/paths.ts';
import { siteIdentity } from '../../platform/server/site.ts';

export { endWeekly, wantsWeekly } from './store/for-you.ts';

/** The weekly mail: the best notes for one reader, each with the reason, and a one-click unsubscribe. `notes` is not empty. */
function weeklyMail(to: string, notes: readonly ForYouNote[], unsubscribe: string): Mail {
  return {
    to,
    subject: subjectOf(notes),
    text: textOf(notes, unsubscribe),
    html: htmlOf(notes, unsubscribe),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

function subjectOf([first, ...others]: readonly ForYouNote[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Your week on ${siteIdentity().name}: “${first?.title ?? ''}”${more}`;
}

const why = 'You asked for this email once a week';
const byOf = ({ author, minutes, pictures }: ForYouNote) =>
  `${author.name || `@${author.handle}`} · ${pictures?.minutes ?? minutes} min read`;
const reasonsOf = ({ reasons }: ForYouNote) => reasons.map(reasonLine).join('. ');

function textOf(notes: readonly ForYouNote[], unsubscribe: string): string {
  const { url, name } = siteIdentity();
  const items = notes.map((note) =>
    [note.title, byOf(note), ...(note.excerpt ? [`  ${note.excerpt}`] : []), reasonsOf(note), url + note.path].join(
      '\n',
    ),
  );
  return `${[
    ...items,
    `See more, and choose what you get: ${url}${paths.forYou}`,
    `--\n${why}. Change this: ${url}${paths.settingsOf('notifications')}\nStop these emails: ${unsubscribe}`,
    `${name}\n${url}`,
  ].join('\n\n')}\n`;
}

function htmlOf(notes: readonly ForYouNote[], unsubscribe: string): string {
  const { url, name } = siteIdentity();
  const link = (href: string, text: string) => `<a href="${xmlText(href)}">${xmlText(text)}</a>`;
  const items = notes.map(
    (note) =>
      `<h2>${link(url + note.path, note.title)}</h2><p><small>${xmlText(byOf(note))}</small></p>` +
      (note.excerpt ? `<p>${xmlText(note.excerpt)}</p>` : '') +
      `<p><small>${xmlText(reasonsOf(note))}</small></p>`,
  );
  const end = `${why}. ${link(url + paths.settingsOf('notifications'), 'Change this')} or ${link(unsubscribe, 'stop these emails')}.`;
  return htmlMail(
    ...items,
    `<p>${link(url + paths.forYou, 'See more, and choose what you get')}</p>`,
    `<hr><p><small>${end}</small></p><p><small>${link(url, name)}</small></p>`,
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
