import { highlightsToReview } from '../../library/server/highlights.ts';
import type { DueHighlight } from '../../library/model/highlight.ts';
import { readUser } from '../../people/server/people.ts';
import { countedOf } from '../../platform/model/counted.ts';
import { paths } from '../../platform/model/paths.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { sendMail, type Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { mailLink, sendWithin, subscriptionMail, unsubscribeLink, type RunLimits } from './notices.ts';
import { chooseReviewMail, reviewMailOf, takeDueReview } from './store/delivery.ts';

export { chooseReviewMail, reviewMailOf };

/** How many highlights one message contains. */
const named = 5;
/** The style of a passage as on its own page: a line where the text begins, in either writing direction. */
const quoted =
  'margin:1.5rem 0 0.5rem;padding-inline-start:1rem;border-inline-start:3px solid #7a8;font:1.125rem/1.5 serif';

/** The mail with highlights that are due (at least one). */
function reviewMail(to: string, items: readonly DueHighlight[], due: number, unsubscribe: string): Mail {
  const { url, name } = siteIdentity();
  const at = ({ uuid, highlight: { id } }: DueHighlight) => `${url}${paths.copy(uuid)}#highlight-${id}`;
  const words =
    due === 1 ? 'Review it' : due > items.length ? `Review them and ${due - items.length} more` : 'Review them';
  return subscriptionMail({
    to,
    subject: `${countedOf(due, 'highlight')} to look at again on ${name}`,
    texts: items.map((item) => {
      const { quote, comment } = item.highlight;
      return [`“${quote}”`, ...(comment ? [comment] : []), `  ${item.title}: ${at(item)}`].join('\n');
    }),
    htmls: items.map((item) => {
      const { quote, comment } = item.highlight;
      const said = comment ? `<p dir="auto">${xmlText(comment).replaceAll('\n', '<br>')}</p>` : '';
      return `<blockquote dir="auto" style="${quoted}">${xmlText(quote)}</blockquote>${said}<p dir="auto"><small>${mailLink(at(item), item.title)}</small></p>`;
    }),
    more: { words, path: paths.review },
    why: 'You asked for your highlights by email',
    unsubscribe,
  });
}

/** Sends the due mails with highlights, in the same way as `sendDueNotices`: no two runs send one twice. */
export async function sendDueReviews(
  redis: Redis,
  secret: string,
  now: Date,
  limits: RunLimits,
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, async () => {
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
