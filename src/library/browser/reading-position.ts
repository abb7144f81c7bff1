import { stored, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { positionsKey } from './stored-positions.ts';

/** The block of a note's text that was at the top of the window, counted from 0. */
type Place = { block: number };

type Kept = [uuid: string, block: number][];

const places = (storage?: DeviceStorage) =>
  stored<Kept>(positionsKey, (kept) => (Array.isArray(kept) ? kept.filter(isKept) : undefined), storage);

/** The reading position in a note on this device; undefined if there is none, or nothing may be stored. */
export function positionOf(uuid: string, storage?: DeviceStorage): Place | undefined {
  const found = places(storage)
    .get()
    ?.find(([each]) => each === uuid);
  return found && { block: found[1] };
}

/** Stores the position in a note, or that there is none. Only the last hundred notes are stored. */
export function storePosition(uuid: string, place: Place | undefined, storage?: DeviceStorage): void {
  const kept = places(storage);
  const next = (kept.get() ?? []).filter(([each]) => each !== uuid);
  if (place) next.push([uuid, place.block]);
  kept.set(next.slice(-100));
}

function isKept(value: unknown): value is Kept[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]) && value[1] > 0;
}

/** How long scrolling must rest before the position is stored. */
const restMs = 400;
/** Positions before and after these parts of a text are not worth returning to. */
const worth = { from: 0.05, to: 0.95 };

const textOf = (article: HTMLElement) => article.querySelector<HTMLElement>('.prose') ?? article;

/** Stores on this device, while the reader scrolls, the position in the note; at its end, that there is none. */
export function trackPosition(article: HTMLElement, uuid: string): void {
  const text = textOf(article);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    timer = undefined;
    const blocks = [...text.children];
    const block = blocks.findLastIndex((each) => each.getBoundingClientRect().top < innerHeight / 4);
    if (text.getBoundingClientRect().bottom <= innerHeight) storePosition(uuid, undefined);
    else if (block > 0) storePosition(uuid, { block });
  };
  const rest = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, restMs);
  };
  addEventListener('scroll', rest, { passive: true });
  addEventListener('pagehide', () => timer !== undefined && keep());
  rest();
}

/** Offers a link to the stored position in the text, if there is one; never scrolls by itself. */
export function offerPosition(article: HTMLElement, uuid: string): void {
  const place = positionOf(uuid);
  const there = place && textOf(article).children[place.block];
  if (there) offer(article, there);
}

/** The same for the part of a saved note that was read on any device, from 0 to 1. */
export function offerShare(article: HTMLElement, share: number): void {
  if (share < worth.from || share > worth.to || location.hash) return;
  const text = textOf(article);
  const { top, height } = text.getBoundingClientRect();
  // What was read had come into view at the bottom; its beginning is a window above.
  const read = top + height * share - innerHeight * 0.75;
  const there = [...text.children].findLast((each) => each.getBoundingClientRect().top <= read);
  if (there) offer(article, there);
}

function offer(article: HTMLElement, there: Element) {
  if (scrollY > innerHeight / 2 || document.querySelector('[data-continue]')) return;
  there.id ||= 'stopped-here';
  const link = document.createElement('a');
  link.className = 'onward';
  link.href = `#${there.id}`;
  link.dataset.continue = '';
  link.textContent = 'Continue where you stopped';
  article.querySelector('.note-head')?.append(link);
  const go = () => {
    link.remove();
    removeEventListener('scroll', whenScrolled);
  };
  const whenScrolled = () => scrollY > innerHeight && go();
  link.addEventListener('click', () => setTimeout(go));
  addEventListener('scroll', whenScrolled, { passive: true });
}
