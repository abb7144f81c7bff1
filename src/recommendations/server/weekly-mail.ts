import { xmlText } from '../../platform/model/xml.ts';
import type { ForYouNote } from '../model/page.ts';
import { reasonLine } from '../model/reason.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';

/** The message with the best of a week for one reader, each note with why, and one click to end it. `notes` are not empty. */
export function weeklyMail(to: string, notes: readonly ForYouNote[], unsubscribe: string): Mail {
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

const why = 'You asked for this message once a week';
const byOf = ({ author, minutes }: ForYouNote) => `${author.name || `@${author.handle}`} · ${minutes} min read`;
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
    `More for you, and more or less of it: ${url}${paths.forYou}`,
    `--\n${why}. Change that: ${url}${paths.notifications}\nNo more of these: ${unsubscribe}`,
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
  const end = `${why}. ${link(url + paths.notifications, 'Change that')} or ${link(unsubscribe, 'get no more of these')}.`;
  return `<!doctype html><html lang="en"><body>${items.join('')}<p>${link(
    url + paths.forYou,
    'More for you, and more or less of it',
  )}</p><hr><p><small>${end}</small></p><p><small>${link(url, name)}</small></p></body></html>`;
}
