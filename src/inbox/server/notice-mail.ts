import { xmlText } from '../../platform/model/xml.ts';
import { saidOf } from '../model/inbox-groups.ts';
import type { InboxGroup, MailBatch } from '../model/notification.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';

/** `count`: how many notifications there are in all; `groups` are those of them that the message names. */
type About = { groups: readonly InboxGroup[]; count: number; batch: MailBatch; unsubscribe: string };

/** The message that tells of notifications, as plain text and as simple HTML, with one click to end it. */
export function noticeMail(to: string, about: About): Mail {
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

/** One line of what happened: `Ada replied to you: “On tea”`. */
function lineOf(group: InboxGroup): string {
  return group.kind === 'moderation' ? decisionOf(group) : `${saidOf(group)}: “${group.title}”`;
}

function subjectOf({ groups: [first, ...others], count, batch }: About): string {
  const { name } = siteIdentity();
  const what = count === 1 ? 'one notification' : `${count} notifications`;
  if (batch === 'digest') return `Your day on ${name}: ${what}`;
  return first && others.length === 0 ? lineOf(first) : `${what} on ${name}`;
}

function restOf({ groups, count }: About): string | undefined {
  const rest = count - groups.reduce((sum, { ids }) => sum + ids.length, 0);
  if (rest <= 0) return undefined;
  return rest === 1 ? 'One more is in your inbox:' : `${rest} more are in your inbox:`;
}

const why = { mail: 'You get this message when it happens', digest: 'You get this message once a day' } as const;

function textOf(about: About): string {
  const { url, name } = siteIdentity();
  const rest = restOf(about);
  const lines = about.groups.map((group) =>
    [
      lineOf(group),
      ...(group.excerpt && group.kind !== 'moderation' ? [quoted(group.excerpt)] : []),
      linkOf(group),
    ].join('\n'),
  );
  return `${[
    ...lines,
    ...(rest ? [`${rest}\n${url}${paths.inbox}`] : []),
    `--\n${why[about.batch]}. Choose what comes: ${url}${paths.notifications}\nNo more of these: ${about.unsubscribe}`,
    `${name}\n${url}`,
  ].join('\n\n')}\n`;
}

const quoted = (excerpt: string) => `  ${excerpt}`;

function linkOf({ path }: InboxGroup): string {
  return siteIdentity().url + (path ?? paths.inbox);
}

function htmlOf(about: About): string {
  const { url, name } = siteIdentity();
  const rest = restOf(about);
  const link = (href: string, text: string) => `<a href="${xmlText(href)}">${xmlText(text)}</a>`;
  const items = about.groups.map((group) =>
    group.kind === 'moderation'
      ? `<p>${link(linkOf(group), group.title)}: ${xmlText(group.excerpt)}</p>`
      : `<p>${xmlText(saidOf(group))}: ${link(linkOf(group), group.title)}</p>` +
        (group.excerpt ? `<blockquote>${xmlText(group.excerpt)}</blockquote>` : ''),
  );
  return `<!doctype html><html lang="en"><body>${items.join('')}${
    rest ? `<p>${rest} ${link(url + paths.inbox, 'inbox')}</p>` : ''
  }<hr><p><small>${why[about.batch]}. ${link(url + paths.notifications, 'Choose what comes')} or ${link(
    about.unsubscribe,
    'get no more of these',
  )}.</small></p><p><small>${link(url, name)}</small></p></body></html>`;
}
