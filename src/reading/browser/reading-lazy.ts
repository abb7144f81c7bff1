import { toasts } from '../../ui/toasts/toasts.ts';
import { keepPlace, offerPlace } from '../../library/browser/reading-position.ts';
import { foldBrief, isBriefFolded, showReadingLook } from '../../library/browser/reading-look.ts';

/** Shares the note by the system's own sheet; where there is none, its link is copied. */
export async function shareNote(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const title = document.querySelector('article h1')?.textContent ?? document.title;
  try {
    if ('share' in navigator) return await navigator.share({ url, title });
  } catch (error) {
    // A sheet that was put away is no failure; one that may not open leaves copying.
    if (error instanceof DOMException && error.name === 'AbortError') return;
  }
  await copy(url, 'Link copied');
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.add({ title: done, icon: 'check' });
  } catch {
    toasts.add({ title: 'Couldn’t copy', description: text, color: 'danger' });
  }
}

/** Gives headings a link to themselves and code a button that copies it. Nothing of it is text of the note. */
export function equipText(article: HTMLElement): void {
  for (const heading of article.querySelectorAll<HTMLElement>('.prose :is(h2, h3, h4)[id^="h-"]')) {
    const link = document.createElement('a');
    Object.assign(link, { className: 'anchor', href: `#${heading.id}`, ariaLabel: `Link to “${heading.textContent}”` });
    link.addEventListener('click', () => void copy(link.href, 'Link to this section copied'));
    // Beside the heading, which keeps its name.
    const frame = Object.assign(document.createElement('div'), { className: 'headed' });
    heading.replaceWith(frame);
    frame.append(heading, link);
  }
  for (const code of article.querySelectorAll<HTMLElement>('.prose pre')) {
    const frame = Object.assign(document.createElement('div'), { className: 'code' });
    const button = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: 'Copy this code' });
    button.addEventListener('click', () => void copy(code.textContent, 'Code copied'));
    code.replaceWith(frame);
    frame.append(code, button);
  }
}

const gap = 12;

/** Puts footnotes beside the lines that refer to them, while there is room beside the text; their list stays for others. */
export function placeFootnotes(article: HTMLElement): void {
  const wide = matchMedia('screen and (min-width: 80rem)');
  const notes = [...article.querySelectorAll<HTMLElement>('.footnotes li')].flatMap((item) => {
    const reference = document.getElementById(item.id.replace('-fn-', '-fnref-'));
    const words = item.cloneNode(true) as HTMLElement;
    words.querySelectorAll('.data-footnote-backref').forEach((link) => link.remove());
    words.querySelectorAll('[id]').forEach((element) => element.removeAttribute('id'));
    const note = Object.assign(document.createElement('aside'), { className: 'sidenote prose', ariaHidden: 'true' });
    note.inert = true;
    const number = Object.assign(document.createElement('sup'), { textContent: reference?.textContent });
    (words.querySelector('p') ?? words).prepend(number, ' ');
    note.append(...words.childNodes);
    return reference ? [{ reference, note }] : [];
  });
  const place = () => {
    article.toggleAttribute('data-sidenotes', wide.matches);
    if (!wide.matches) return notes.forEach(({ note }) => note.remove());
    article.append(...notes.map(({ note }) => note));
    const { top } = article.getBoundingClientRect();
    let free = 0;
    for (const { reference, note } of notes) {
      const at = Math.max(free, reference.getBoundingClientRect().top - top - 4);
      note.style.top = `${at}px`;
      free = at + note.offsetHeight + gap;
    }
  };
  place();
  new ResizeObserver(place).observe(article);
  wide.addEventListener('change', place);
}

export { offerPlace };

/** Does what a button near the title is for. */
export const pressTool = ({ dataset }: HTMLElement): void =>
  'share' in dataset ? void shareNote() : showReadingLook();

/** What changes how a note looks before anybody does anything: footnotes beside the text, key points that stay folded. */
export function settle(article: HTMLElement): void {
  placeFootnotes(article);
  const brief = briefOf(article);
  if (brief && isBriefFolded()) brief.open = false;
}

/** From the first move on: keeps where one is in the note, marks the part in its contents, and has the tools at hand. */
export function readAlong(article: HTMLElement, uuid: string): void {
  if ('awake' in article.dataset) return;
  article.dataset.awake = '';
  keepPlace(article, uuid);
  followHeader();
  equipText(article);
  const brief = briefOf(article);
  const fold = () => brief && foldBrief(!brief.open);
  // It may have been pressed while this was on its way.
  if (brief?.open === isBriefFolded()) fold();
  brief?.addEventListener('toggle', fold);
  const toc = document.querySelector<HTMLElement>('.toc');
  if (toc) followContents(toc);
}

const briefOf = (article: HTMLElement) => article.querySelector<HTMLDetailsElement>('.aid');

/** Marks in the table of contents the part that is being read: the last heading that has passed the upper third. */
function followContents(toc: HTMLElement): void {
  const links = [...toc.querySelectorAll('a')];
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const at = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top < innerHeight / 3);
    links.forEach((link, index) => {
      if (index === at) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    });
  };
  onScroll(mark);
  mark();
}

/** The header is out of sight while one reads on, and comes back as soon as one scrolls back. */
function followHeader(): void {
  const { documentElement: root } = document;
  let before = scrollY;
  onScroll(() => {
    // Small ways back and forth, such as a finger's, are neither.
    if (Math.abs(scrollY - before) < 8) return;
    root.toggleAttribute('data-reading-on', scrollY > before && scrollY > 200);
    before = scrollY;
  });
}

function onScroll(act: () => void): void {
  let asked = false;
  addEventListener(
    'scroll',
    () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        act();
      });
    },
    { passive: true },
  );
}
