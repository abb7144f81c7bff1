import { keepPlace, offerPlace } from '../../library/browser/reading-position.ts';
import { showReadingLook } from '../../library/browser/reading-look.ts';

export { offerPlace, showReadingLook };

/** From the first scroll on: keeps where one is in the note, and marks the part in its contents. */
export function followReading(article: HTMLElement, uuid: string): void {
  keepPlace(article, uuid);
  const toc = document.querySelector<HTMLElement>('.toc');
  if (toc) followContents(toc);
}

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
  let asked = false;
  addEventListener(
    'scroll',
    () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
