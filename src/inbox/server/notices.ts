import { countedOf, grouped } from '../../platform/model/counted.ts';
import type { MailBatch, InboxGroup } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import { inboxGroups } from './inbox.ts';
import { htmlMail, sendMail, type Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { takeDueMail, type DueMail } from './store/delivery.ts';
import { readInbox } from './store/inbox.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from '../../people/server/people.ts';
import { unsubscribeToken, type Unsubscription } from './unsubscribe.ts';
import { xmlText } from '../../platform/model/xml.ts';
import { groupSummary } from '../model/inbox-groups.ts';

/** `count`: the number of all notifications; `groups`: those that the message lists. */
type About = { groups: readonly InboxGroup[]; count: number; batch: MailBatch; unsubscribe: string };

/** What a mail that a person asked for consists of: its items in both forms, where there is more, and why they get it. */
type SubscriptionMail = {
  to: string;
  subject: string;
  texts: readonly string[];
  htmls: readonly string[];
  more?: { words: string; path: string } | undefined;
  why: string;
  unsubscribe: string;
};

export const mailLink = (href: string, text: string) => `<a href="${xmlText(href)}">${xmlText(text)}</a>`;

/** A mail that a person asked for, as plain text and simple HTML, with one-click unsubscribing. */
export function subscriptionMail({ to, subject, texts, htmls, more, why, unsubscribe }: SubscriptionMail): Mail {
  const { url, name } = siteIdentity();
  const settings = url + paths.settingsOf('notifications');
  return {
    to,
    subject,
    text: `${[
      ...texts,
      ...(more ? [`${more.words}: ${url}${more.path}`] : []),
      `--\n${why}. Change this: ${settings}\nStop these emails: ${unsubscribe}`,
      `${name}\n${url}`,
    ].join('\n\n')}\n`,
    html: htmlMail(
      ...htmls,
      more ? `<p>${mailLink(url + more.path, more.words)}</p>` : '',
      `<hr><p><small>${why}. ${mailLink(settings, 'Change this')} or ${mailLink(unsubscribe, 'stop these emails')}.</small></p>`,
      `<p><small>${mailLink(url, name)}</small></p>`,
    ),
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

const decisionOf = ({ title, excerpt }: InboxGroup) => `${title}: ${excerpt}`;

/** One line about what happened: `Ada replied to you: “On tea”`. */
function lineOf(group: InboxGroup): string {
  return group.kind === 'moderation' ? decisionOf(group) : `${groupSummary(group)}: “${group.title}”`;
}

function subjectOf({ groups: [first, ...others], count, batch }: About): string {
  const { name } = siteIdentity();
  const what = countedOf(count, 'notification');
  if (batch === 'digest') return `Your day on ${name}: ${what}`;
  return first && others.length === 0 ? lineOf(first) : `${what} on ${name}`;
}

function restOf({ groups, count }: About): string | undefined {
  const rest = count - groups.reduce((sum, { ids }) => sum + ids.length, 0);
  if (rest <= 0) return undefined;
  return rest === 1 ? 'One more is in your inbox' : `${grouped(rest)} more are in your inbox`;
}

const why = { mail: 'You get this email as things happen', digest: 'You get this email once a day' } as const;

/** The mail about notifications. */
function noticeMail(to: string, about: About): Mail {
  const rest = restOf(about);
  return subscriptionMail({
    to,
    subject: subjectOf(about),
    texts: about.groups.map(textOf),
    htmls: about.groups.map(htmlOf),
    more: rest === undefined ? undefined : { words: rest, path: paths.inbox },
    why: why[about.batch],
    unsubscribe: about.unsubscribe,
  });
}

function textOf(group: InboxGroup): string {
  return [
    lineOf(group),
    ...(group.excerpt && group.kind !== 'moderation' ? [`  ${group.excerpt}`] : []),
    ...(group.path === null ? [] : [siteIdentity().url + group.path]),
  ].join('\n');
}

function htmlOf(group: InboxGroup): string {
  const { kind, path, title, excerpt } = group;
  const shown = path === null ? xmlText(title) : mailLink(siteIdentity().url + path, title);
  if (kind === 'moderation') return `<p>${shown}: ${xmlText(excerpt)}</p>`;
  const quote = excerpt ? `<blockquote dir="auto">${xmlText(excerpt)}</blockquote>` : '';
  return `<p>${xmlText(groupSummary(group))}: ${shown}</p>${quote}`;
}

/** The limits of a run: how many messages, how long until the last one starts, and a check before each. The rest waits. */
export interface RunLimits {
  messages: number;
  ms: number;
  mayGoOn?: () => boolean;
}

/**
 * Sends what is due, one person after the other. Each person is removed from the queue in one step before their message is
 * sent, so two runs at the same time never send it twice, and a run that dies loses at most one message. Returns how many
 * people were taken, and how many messages were sent.
 */
export async function sendDueNotices(
  redis: Redis,
  batch: MailBatch,
  secret: string,
  now: Date,
  limits: RunLimits,
): Promise<{ sent: number; taken: number }> {
  return sendWithin(limits, async () => {
    const due = await takeDueMail(redis, batch, now);
    return due && sendNotice(redis, batch, due, secret, now);
  });
}

/** Calls `sendNext` within the limits, until it returns undefined because nobody is left. It returns whether it sent a message. */
export async function sendWithin(
  { messages, ms, mayGoOn = () => true }: RunLimits,
  sendNext: () => Promise<boolean | undefined>,
): Promise<{ sent: number; taken: number }> {
  const startedAt = performance.now();
  const done = { sent: 0, taken: 0 };
  while (done.taken < messages && performance.now() - startedAt < ms && mayGoOn()) {
    const sent = await sendNext();
    if (sent === undefined) break;
    done.taken += 1;
    if (sent) done.sent += 1;
  }
  return done;
}

/** The link by which a person stops one kind of mail. */
export async function unsubscribeLink(of: Unsubscription, secret: string): Promise<string> {
  return `${siteIdentity().url}${paths.unsubscribe}?token=${await unsubscribeToken(of, secret)}`;
}

/** Sends only to a confirmed address, and only notifications that still exist and are unread. */
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
  const groups = await inboxGroups(redis, { ...listing, items });
  await sendMail(noticeMail(user.email, { groups, count, batch, unsubscribe }));
  return true;
}
