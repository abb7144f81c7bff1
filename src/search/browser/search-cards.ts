import { leadImage, pictureAddress, pictureSizes } from '../../pictures/model/addresses.ts';
import { timeAgo } from '../../platform/browser/relative-time.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Hit } from '../model/find.ts';
import { highlighted, shownPassage } from '../model/passage.ts';

/** The link to the note in a card. */
export const titleLink = '.card > :is(h2, h3) > a';

/** The card of a note that was found, made from the page's template: its matching words are marked, its passage is the best. */
export function cardOf(template: HTMLTemplateElement, { note, terms, missing }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  item.append(template.content.cloneNode(true));
  const part = (selector: string) => item.querySelector<HTMLElement>(selector);
  const write = (element: HTMLElement | null, text: string) => {
    element?.replaceChildren(...highlighted(text, terms).map(({ text, hit }) => (hit ? marked(text) : text)));
  };
  const link = (element: HTMLElement | null, href: string) => element?.setAttribute('href', href);

  write(part(titleLink), note.title);
  link(part(titleLink), note.path);
  const { icon: iconName, lead: leadPicture, author: pageAuthorName, minutes = note.minutes } = note.pictures ?? {};
  const [host, pageAuthor] = item.querySelectorAll<HTMLElement>('.card-host');
  const icon = part('.site-icon');
  write(host ?? null, note.host);
  if (icon && iconName) {
    icon.setAttribute('src', pictureAddress(iconName, pictureSizes.icon[0]));
    host?.prepend(icon);
  }
  write(pageAuthor ?? null, pageAuthorName ?? '');
  part('.card')?.classList.toggle('with-picture', leadPicture !== undefined);
  const lead = part('.lead-picture');
  if (leadPicture) {
    for (const [name, value] of Object.entries(leadImage(leadPicture))) lead?.setAttribute(name, String(value));
  } else lead?.remove();
  write(part('.card-excerpt'), shownPassage(note, terms));
  write(part('.card-meta bdi'), note.author);
  link(part('.card-meta > a'), paths.person(note.handle));
  write(part('.card-meta > span'), `${minutes} min read`);
  const time = part('time');
  if (time) {
    time.setAttribute('datetime', note.at);
    time.textContent = timeAgo(new Date(note.at), new Date()) ?? shortDate(note.at);
  }
  const tags = note.tags.map((tag) => {
    const anchor = document.createElement('a');
    anchor.href = paths.tag(tag);
    write(anchor, `#${tag}`);
    return anchor;
  });
  part('.card-tags')?.replaceChildren(...tags);
  if (missing.length > 0) {
    const without = document.createElement('p');
    without.className = 'card-missing';
    without.textContent = `Missing: ${missing.join(', ')}`;
    part('.card-meta')?.before(without);
  }
  return item;
}

function marked(text: string): HTMLElement {
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}
