import type { ReadingPlace } from '../model/reading-list.ts';
import { keepRead, saveNote } from './saving.ts';

/** Scrolling rests for so long before what was read is stored. */
const restMs = 1000;
/** Steps in which progress is kept. */
const step = 0.05;

type Read = { saved: ReadingPlace | null; progress: number };

/**
 * Keeps how far a saved note, or the copy of one's own link, is read while one scrolls through it: it only grows, and what
 * waited to be read is then being read. What was put away stays there, and what is in no reading list comes into none.
 */
export function keepProgress(article: HTMLElement, uuid: string, { saved, progress }: Read): void {
  if (saved?.state === 'archived') return;
  const text = article.querySelector<HTMLElement>('.prose') ?? article;
  let kept = progress;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    const read = readShare(text.getBoundingClientRect(), innerHeight);
    if (read < kept + step && !(read === 1 && kept < 1)) return;
    kept = read;
    const title = article.querySelector('h1')?.textContent ?? '';
    if (saved) void saveNote(uuid, title, { state: 'reading', progress: read });
    else void keepRead(uuid, title, read);
  };
  addEventListener(
    'scroll',
    () => {
      clearTimeout(timer);
      timer = setTimeout(keep, restMs);
    },
    { passive: true },
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) keep();
  });
}

/** The share of a text that has come into view, from 0 to 1, in steps; `place` is where it is on the screen. */
export function readShare({ top, height }: { top: number; height: number }, screen: number): number {
  if (height <= 0) return 0;
  const share = Math.min(1, Math.max(0, (screen - top) / height));
  // Twentieths are no exact numbers in base two.
  return Math.floor(share / step + 1e-9) / Math.round(1 / step);
}
