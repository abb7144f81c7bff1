import { highlightsToReview } from '../../library/server/highlights.ts';
import type { DueHighlight } from '../../library/model/highlight.ts';
import { readUser } from '../../people/server/people.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { htmlMail, sendMail, type Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { sendWithin, unsubscribeLink, type RunLimits } from './notices.ts';
import { chooseReviewMail, reviewMailOf, takeDueReview } from './store/delivery.ts';

export { chooseReviewMail, reviewMailOf };

/** How many highlights one message contains. */
const named = 5;
const why = 'You asked for your highlights by email';
/** The style of a passage as on its own page: a line where the text begins, in either writing direction. */
const quoted =
  'margin:1.5rem 0 0.5rem;padding-inline-start:1rem;border-inline-start:3px solid #7a8;font:1.125rem/1.5 serif';

/** The mail with highlights that are due (at least one), with one-click unsubscribing. */
function reviewMail(to: string, items: readonly DueHighlight[], due: number, unsubscribe: string): Mail {
  const { url, name } = siteIdentity();
  const link = (href: string, text: string) => `<a href="${xmlText(href)}">${xmlText(text)}</a>`;
  const at = ({ uuid, highlight: { id } }: DueHighlight) => `${url}${paths.copy(uuid)}#highlight-${id}`;
  const lines = items.map((item) => {
    const { quote, comment } = item.highlight;
    return [`“${quote}”`, ...(comment ? [comment] : []), `  ${item.title}: ${at(item)}`].join('\n');
  });
  const parts = items.map((item) => {
    const { quote, comment } = item.highlight;
    const said = comment ? `<p dir="auto">${xmlText(comment).replaceAll('\n', '<br>')}</p>` : '';
    return `<blockquote dir="auto" style="${quoted}">${xmlText(quote)}</blockquote>${said}<p dir="auto"><small>${link(at(item), item.title)}</small></p>`;
  });
  const review =
    due === 1 ? 'Review it' : due > items.length ? `Review them and ${due - items.length} more` : 'Review them';
  const end = `${why}. ${link(url + paths.settingsOf('notifications'), 'Change this')} or ${link(unsubscribe, 'stop these emails')}.`;
  return {
    to,
    subject: `${countedOf(due, 'highlight')} to look at again on ${name}`,
    text: `${[
      ...lines,
      `${review}: ${url}${paths.review}`,
      `--\n${why}. Change this: ${url}${paths.settingsOf('notifications')}\nStop these emails: ${unsubscribe}`,
      `${name}\n${url}`,
    ].join('\n\n')}\n`,
    html: htmlMail(
      ...parts,
      `<p>${link(url + paths.review, review)}</p><hr><p><small>${end}</small></p><p><small>${link(url, name)}</small></p>`,
    ),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** Sends the due mails with highlights, in the same way as `sendDueNotices`: no two runs send one twice. */
export async function sendDueReviews(
  redis: Redis,
  secret: string,
  now: Date,
  limits: RunLimits,
  clock: () => number = performance.now.bind(performance),
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, clock, async () => {
    const userId = await takeDueReview(redis, now);
    return userId === undefined ? undefined : sendReview(redis, userId, secret, now);
  });
}

/** Sends only to a confirmed address, and only if highlights are due. */
async function sendReview(redis: Redis, userId: string, secret: string, now: Date): Promise<boolean> {
  const user = await readUser(redis, userId);
  if (!user?.email || !user.emailVerifiedAt) return false;
  const { items, due } = await highlightsToReview(redis, userId, now);
  if (items.length === 0) return false;
  const unsubscribe = await unsubscribeLink({ userId, batch: 'review' }, secret);
  await sendMail(reviewMail(user.email, items.slice(0, named), due, unsubscribe));
  return true;
}
