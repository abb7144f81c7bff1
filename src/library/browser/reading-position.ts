import { placeOf, rememberPlace } from './reading-place.ts';

/** Scrolling rests for so long before the place is kept. */
const restMs = 400;
/** Less than this much of a text is not worth being led back to, nor is its end. */
const worth = { from: 0.05, to: 0.95 };

const textOf = (article: HTMLElement) => article.querySelector<HTMLElement>('.prose') ?? article;

/** Keeps on this device, while one scrolls, where in the note one is; at its end there is nothing to go on with. */
export function keepPlace(article: HTMLElement, uuid: string): void {
  const text = textOf(article);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    timer = undefined;
    const blocks = [...text.children];
    const block = blocks.findLastIndex((each) => each.getBoundingClientRect().top < innerHeight / 4);
    if (text.getBoundingClientRect().bottom <= innerHeight) rememberPlace(uuid, undefined);
    else if (block > 0) rememberPlace(uuid, { block });
  };
  const rest = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, restMs);
  };
  addEventListener('scroll', rest, { passive: true });
  addEventListener('pagehide', () => timer !== undefined && keep());
  rest();
}

/** Offers the way to where one stopped in the text, if that is known; never goes there by itself. */
export function offerPlace(article: HTMLElement, uuid: string): void {
  const place = placeOf(uuid);
  const there = place && textOf(article).children[place.block];
  if (there) offer(article, there);
}

/** The same for how far a saved note was read on any device, from 0 to 1. */
export function offerShare(article: HTMLElement, share: number): void {
  if (share < worth.from || share > worth.to || location.hash) return;
  const text = textOf(article);
  const { top, height } = text.getBoundingClientRect();
  // What was read came into view at the bottom; its beginning is a window above.
  const read = top + height * share - innerHeight * 0.75;
  const there = [...text.children].findLast((each) => each.getBoundingClientRect().top <= read);
  if (there) offer(article, there);
}

function offer(article: HTMLElement, there: Element) {
  if (scrollY > innerHeight / 2 || document.querySelector('[data-continue]')) return;
  there.id ||= 'stopped-here';
  const link = document.createElement('a');
  link.className = 'button';
  link.href = `#${there.id}`;
  link.dataset.continue = '';
  link.textContent = 'Continue where you stopped';
  // Over the page, so that nothing moves when it comes.
  Object.assign(link.style, {
    position: 'fixed',
    insetInline: '0',
    bottom: '1rem',
    width: 'fit-content',
    margin: 'auto',
  });
  article.querySelector('.note-head')?.after(link);
  const go = () => {
    link.remove();
    removeEventListener('scroll', whenBegun);
  };
  const whenBegun = () => scrollY > innerHeight && go();
  link.addEventListener('click', () => setTimeout(go));
  addEventListener('scroll', whenBegun, { passive: true });
}
