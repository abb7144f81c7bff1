import type { Answer } from '../../platform/browser/api.ts';
import { sendOrKeep } from '../../people/browser/outbox.ts';
import type { NewUnsent } from '../../people/model/outbox.ts';
import type { ReadingChange, ReadingState } from '../model/reading-list.ts';

const moved: Record<ReadingState, string> = {
  toread: 'Moved to “To read”',
  reading: 'Moved to “Reading”',
  archived: 'Archived',
};

/** Saves a note to the reading list, or changes its place there. Without a network, the change is sent later. */
export const saveNote = <T>(uuid: string, title: string, change?: ReadingChange): Promise<Answer<T>> =>
  sendOrKeep<T>(unsentSave(uuid, title, change));

/** The same, as it waits to be sent. */
export function unsentSave(uuid: string, title: string, change?: ReadingChange): NewUnsent {
  const { state, favourite, progress } = change ?? {};
  const isProgress = progress !== undefined && state === undefined && favourite === undefined;
  const what = isProgress
    ? 'How much you’ve read'
    : state
      ? moved[state]
      : state === null
        ? 'Removed from the reading list'
        : favourite === undefined
          ? 'Saved for later'
          : favourite
            ? 'Starred'
            : 'No longer starred';
  return {
    words: `${what}: “${title}”`,
    about: uuid,
    part: 'reading',
    // Of several changes that only say how far it is read, the last one has the latest progress.
    ...(isProgress && { replaces: 'progress' }),
    call: { method: 'PUT', path: `/api/notes/${uuid}/save`, ...(change ? { body: change } : {}) },
  };
}

/** Stores how far a note is read, now or later. Of several changes that wait, only the last is sent. */
const keepRead = (uuid: string, title: string, progress: number) =>
  sendOrKeep<unknown>({
    words: `How much you’ve read: “${title}”`,
    about: uuid,
    part: 'reading',
    replaces: 'progress',
    call: { method: 'PUT', path: `/api/notes/${uuid}/progress`, body: { progress } },
  });

/** Removes a note from the reading list, now or later. */
export const unsaveNote = <T>(uuid: string, title: string): Promise<Answer<T>> =>
  sendOrKeep<T>({
    words: `Removed from the reading list: “${title}”`,
    about: uuid,
    part: 'reading',
    call: { method: 'DELETE', path: `/api/notes/${uuid}/save` },
  });

/** Opens the dialog in which a note is added to collections. It is loaded on demand. */
export async function openCollecting(note: { uuid: string; title: string }): Promise<void> {
  const { showAddToCollection } = await import('../views/AddToCollection.tsx');
  showAddToCollection(note);
}

/** Shows a button for that dialog after a note's other buttons (`acts`). */
export function offerCollecting(acts: HTMLElement): void {
  const { acts: uuid = '' } = acts.dataset;
  const title = acts.closest('article')?.querySelector('h1')?.textContent ?? '';
  const collect = document.createElement('button');
  Object.assign(collect, { type: 'button', className: 'button quiet small', textContent: 'Add to a collection' });
  collect.addEventListener('click', () => void openCollecting({ uuid, title }));
  acts.after(collect);
}

/** How long scrolling must pause before the progress is stored. */
const restMs = 1000;
/** Steps in which progress is stored. */
const step = 0.05;

/** Stores how far a saved note, or the copy of the user's own link, is read while they scroll, and tells it: it only grows. */
export function keepProgress(
  article: HTMLElement,
  uuid: string,
  progress: number,
  tell?: (progress: number) => void,
): void {
  const text = article.querySelector<HTMLElement>('.prose') ?? article;
  let kept = progress;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    const read = readShare(text.getBoundingClientRect(), innerHeight);
    if (read < kept + step && !(read === 1 && kept < 1)) return;
    kept = read;
    const title = article.querySelector('h1')?.textContent ?? '';
    void keepRead(uuid, title, read);
    tell?.(read);
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

/** The share of a text that has come into view, from 0 to 1, in steps; `place` is its position on the screen. */
export function readShare({ top, height }: { top: number; height: number }, screen: number): number {
  if (height <= 0) return 0;
  const share = Math.min(1, Math.max(0, (screen - top) / height));
  // Twentieths cannot be represented exactly in base two.
  return Math.floor(share / step + 1e-9) / Math.round(1 / step);
}
