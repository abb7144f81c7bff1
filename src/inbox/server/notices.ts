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

/** The mail about notifications, as plain text and simple HTML, with one-click unsubscribing. */
function noticeMail(to: string, about: About): Mail {
  return {
    to,
    subject: subjectOf(about),
    text: textOf(about),
    html: htmlOf(about),
    headers: {
      'List-Unsubscribe': `<${about.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
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

function textOf(about: About): string {
  const { url, name } = siteIdentity();
  const rest = restOf(about);
  const lines = about.groups.map((group) =>
    [
      lineOf(group),
      ...(group.excerpt && group.kind !== 'moderation' ? [quoted(group.excerpt)] : []),
      ...(group.path === null ? [] : [url + group.path]),
    ].join('\n'),
  );
  return `${[
    ...lines,
    ...(rest ? [`${rest}:\n${url}${paths.inbox}`] : []),
    `--\n${why[about.batch]}. Choose what you get: ${url}${paths.settingsOf('notifications')}\nStop these emails: ${about.unsubscribe}`,
    `${name}\n${url}`,
  ].join('\n\n')}\n`;
}

const quoted = (excerpt: string) => `  ${excerpt}`;

function htmlOf(about: About): string {
  const { url, name } = siteIdentity();
  const rest = restOf(about);
  const link = (href: string, text: string) => `<a href="${xmlText(href)}">${xmlText(text)}</a>`;
  const titleOf = ({ path, title }: InboxGroup) => (path === null ? xmlText(title) : link(url + path, title));
  const items = about.groups.map((group) =>
    group.kind === 'moderation'
      ? `<p>${titleOf(group)}: ${xmlText(group.excerpt)}</p>`
      : `<p>${xmlText(groupSummary(group))}: ${titleOf(group)}</p>` +
        (group.excerpt ? `<blockquote dir="auto">${xmlText(group.excerpt)}</blockquote>` : ''),
  );
  return htmlMail(
    ...items,
    rest ? `<p>${link(url + paths.inbox, rest)}</p>` : '',
    `<hr><p><small>${why[about.batch]}. ${link(url + paths.settingsOf('notifications'), 'Choose what you get')} or ${link(
      about.unsubscribe,
      'stop these emails',
    )}.</small></p><p><small>${link(url, name)}</small></p>`,
  );
}

/** The limits of a run: how many messages, how long until the last one starts, and a check before each. The rest waits. */
export interface RunLimits {
  messages: number;
  ms: number;
  mayGoOn?: () => boolean;
}

/**
 * Sends what is due, one person after the other. Each person is removed from the queue in one step before their message is
 * sent, so two runs at the same time never send it twice, and a run that dies loses at most one message. `clock` measures
 * the run's duration. Returns how many people were taken, and how many messages were sent.
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

/** Calls `sendNext` within the limits, until it returns undefined because nobody is left. It returns whether it sent a message. */
export async function sendWithin(
  limits: RunLimits,
  clock: () => number,
  sendNext: () => Promise<boolean | undefined>,
): Promise<{ sent: number; taken: number }> {
  const startedAt = clock();
  const done = { sent: 0, taken: 0 };
  const { messages, ms, mayGoOn = () => true } = limits;
  while (done.taken < messages && clock() - startedAt < ms && mayGoOn()) {
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
