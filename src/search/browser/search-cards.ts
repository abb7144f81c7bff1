import { shortDate } from '../../platform/model/dates.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Hit } from '../model/find.ts';
import { highlighted, passageOf } from '../model/passage.ts';

/** The card of a note that was found, made from the page's template: its words are marked, its passage is the best. */
export function cardOf(template: HTMLTemplateElement, { note, terms, missing }: Hit): HTMLLIElement {
  const item = document.createElement('li');
  item.append(template.content.cloneNode(true));
  const part = (name: string) => item.querySelector<HTMLElement>(`[data-card=${name}]`);
  const write = (element: HTMLElement | null, text: string) => {
    element?.replaceChildren(...highlighted(text, terms).map(({ text, hit }) => (hit ? marked(text) : text)));
  };
  const link = (element: HTMLElement | null, href: string) => element?.setAttribute('href', href);

  write(part('title'), note.title);
  link(part('title'), note.path);
  write(part('host'), note.host);
  write(part('excerpt'), passageOf(note.text, terms) ?? note.excerpt);
  write(part('author'), note.author);
  link(part('author'), paths.person(note.handle));
  write(part('minutes'), `${note.minutes} min read`);
  const time = part('time');
  if (time) {
    time.setAttribute('datetime', note.at);
    time.textContent = shortDate(note.at);
  }
  const tags = note.tags.map((tag) => {
    const anchor = document.createElement('a');
    anchor.href = paths.tag(tag);
    write(anchor, `#${tag}`);
    return anchor;
  });
  part('tags')?.replaceChildren(...tags);
  const without = part('missing');
  if (without && missing.length > 0) {
    without.hidden = false;
    without.append(` ${missing.join(', ')}`);
  }
  return item;
}

function marked(text: string): HTMLElement {
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}
