import { keepPlace, offerPlace } from '../../library/browser/reading-position.ts';
import { foldBrief, isBriefFolded, showReadingLook } from '../../library/browser/reading-look.ts';
import { equipText, placeFootnotes, shareNote } from './text-tools.ts';

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
