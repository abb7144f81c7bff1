import { mayHavePosition } from '../../library/browser/stored-positions.ts';
import type * as Tools from './reading-lazy.ts';

/** Runs what needs more code once that is loaded. Without it, as when offline, reading still works. */
function lazy(act: (tools: typeof Tools) => void): void {
  import('./reading-lazy.ts').then(act, (error: unknown) =>
    console.warn('The reading tools could not be loaded.', error),
  );
}

/** What a note's page does for its reader. Everything is loaded on demand. */
export function startReading(): void {
  // A user's own note is rendered after its page is loaded.
  document.addEventListener('click', ({ target }) => {
    const tool = target instanceof Element && target.closest<HTMLElement>('[data-reading-look], [data-share]');
    if (!tool) return;
    lazy(({ pressTool }) => pressTool(tool));
  });
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  const woken = new AbortController();
  const wake = (event: Event) => {
    if (isPointerAtRest(event)) return;
    woken.abort();
    lazy(({ readAlong }) => readAlong(article, uuid));
  };
  const { signal } = woken;
  for (const event of ['pointermove', 'click', 'keydown', 'scroll']) addEventListener(event, wake, { signal });
  // Key points that were folded before this script ran.
  if (article.querySelector('.aid:not([open])')) lazy(({ readAlong }) => readAlong(article, uuid));
  if (article.querySelector('.footnotes, [data-reading~=folded] .aid')) lazy(({ settle }) => settle(article));
  if (!location.hash && mayHavePosition(uuid)) lazy(({ offerPosition }) => offerPosition(article, uuid));
}

/** Browsers report a move of a pointer that rests when the page is laid out under it. */
const isPointerAtRest = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0;
