import type { ReadingPlace } from '../model/reading-list.ts';
import { send } from '../../platform/browser/api.ts';

/** Scrolling rests for so long before what was read is stored. */
const restMs = 1000;
/** Steps in which progress is kept. */
const step = 0.05;

/**
 * Keeps how far a saved note is read while one scrolls through it: it only grows, and a note that waited to be read is
 * then being read. What was put away stays there.
 */
export function keepProgress(article: HTMLElement, uuid: string, saved: ReadingPlace): void {
  if (saved.state === 'archived') return;
  const text = article.querySelector<HTMLElement>('.prose') ?? article;
  let kept = saved.progress;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    const read = readShare(text.getBoundingClientRect(), innerHeight);
    if (read < kept + step && !(read === 1 && kept < 1)) return;
    kept = read;
    void send('PUT', `/api/notes/${uuid}/save`, { state: 'reading', progress: read });
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
