import { toasts } from '../../ui/toasts/toasts.ts';
import { trackPosition, offerPosition } from '../../library/browser/reading-position.ts';
import { foldBrief, isBriefFolded, showReadingLook } from '../../library/browser/reading-look.ts';

/** Shares the note with the system's dialog; without one, copies its link. */
export async function shareNote(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  const title = document.querySelector('article h1')?.textContent ?? document.title;
  try {
    if ('share' in navigator) return await navigator.share({ url, title });
  } catch (error) {
    // Closing the dialog is not a failure. If it may not open, the link is copied.
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

/** Gives headings a link to themselves, and code a button that copies it. Neither becomes text of the note. */
export function equipText(article: HTMLElement): void {
  for (const heading of article.querySelectorAll<HTMLElement>('.prose :is(h2, h3, h4)[id^="h-"]')) {
    const link = document.createElement('a');
    Object.assign(link, { className: 'anchor', href: `#${heading.id}`, ariaLabel: `Link to “${heading.textContent}”` });
    link.addEventListener('click', () => void copy(link.href, 'Link to this section copied'));
    // Next to the heading, whose accessible name stays the same.
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

/**
 * Puts footnotes beside the lines that refer to them if there is room. The items of the list themselves are moved: copies
 * would be read twice, or have links that cannot be pressed.
 */
export function placeFootnotes(article: HTMLElement): void {
  const wide = matchMedia('screen and (min-width: 80rem)');
  const notes = [...article.querySelectorAll<HTMLElement>('.footnotes > ol > li')].flatMap((note) => {
    const reference = document.getElementById(note.id.replace('-fn-', '-fnref-'));
    return reference ? [{ reference, note }] : [];
  });
  const place = () => {
    article.toggleAttribute('data-sidenotes', wide.matches);
    if (!wide.matches) return;
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

export { offerPosition };

/** Handles a press on a tool near the title. */
export const pressTool = ({ dataset }: HTMLElement): void =>
  'share' in dataset ? void shareNote() : showReadingLook();

/** Changes how a note looks before any interaction: footnotes beside the text, and folded key points. */
export function settle(article: HTMLElement): void {
  placeFootnotes(article);
  const brief = briefOf(article);
  if (brief && isBriefFolded()) brief.open = false;
}

/** From the first interaction on: stores the reading position, marks the current part in the contents, and adds the tools. */
export function readAlong(article: HTMLElement, uuid: string): void {
  if ('awake' in article.dataset) return;
  article.dataset.awake = '';
  trackPosition(article, uuid);
  followHeader();
  equipText(article);
  const brief = briefOf(article);
  const fold = () => brief && foldBrief(!brief.open);
  // It may have been pressed while this was loading.
  if (brief?.open === isBriefFolded()) fold();
  brief?.addEventListener('toggle', fold);
  const toc = document.querySelector<HTMLElement>('.toc');
  if (toc) followContents(toc);
  if ('long' in article.dataset) showProgress(article);
}

const briefOf = (article: HTMLElement) => article.querySelector<HTMLDetailsElement>('.aid');

/** Marks the current part in the table of contents: the last heading that has passed the upper third. */
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

/** Shows how much of the text has been read. */
function showProgress(article: HTMLElement): void {
  const text = article.querySelector('.prose');
  const bar = Object.assign(document.createElement('div'), { className: 'read-so-far', ariaHidden: 'true' });
  document.body.append(bar);
  const show = () => {
    const { top = 0, height = 0 } = text?.getBoundingClientRect() ?? {};
    const read = Math.min(1, Math.max(0, -top / Math.max(1, height - innerHeight)));
    // Its own style: a property of the body would be inherited, and every element's style computed again.
    bar.style.scale = `${read} 1`;
  };
  onScroll(show);
  show();
}

/** The header hides while the reader scrolls down, and returns as soon as they scroll up. */
function followHeader(): void {
  const { documentElement: root } = document;
  let before = scrollY;
  onScroll(() => {
    // Small movements, such as a finger's, count as neither direction.
    if (Math.abs(scrollY - before) < 8) return;
    root.toggleAttribute('data-reading-on', scrollY > before && scrollY > 200);
    before = scrollY;
  });
}

function onScroll(act: () => void): void {
  let isQueued = false;
  addEventListener(
    'scroll',
    () => {
      if (isQueued) return;
      isQueued = true;
      requestAnimationFrame(() => {
        isQueued = false;
        act();
      });
    },
    { passive: true },
  );
}
