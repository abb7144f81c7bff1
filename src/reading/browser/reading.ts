import { mayHavePlace } from '../../library/browser/places-kept.ts';
import type * as Tools from './reading-lazy.ts';

/** Does what needs more code once that has come. Without it, and offline it may be missing, one reads all the same. */
function lazy(act: (tools: typeof Tools) => void): void {
  import('./reading-lazy.ts').then(act, (error: unknown) =>
    console.warn('The reading tools could not be loaded.', error),
  );
}

/** What a note's page does for whoever reads it: all of it is loaded when it is wanted. */
export function startReading(): void {
  // A note may come after its page, as one's own do.
  document.addEventListener('click', ({ target }) => {
    const asked = target instanceof Element && target.closest<HTMLElement>('[data-reading-look], [data-share]');
    if (!asked) return;
    lazy(({ pressTool }) => pressTool(asked));
  });
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  const wake = () => lazy(({ readAlong }) => readAlong(article, uuid));
  for (const event of ['pointermove', 'keydown', 'scroll']) addEventListener(event, wake, { once: true });
  if (article.querySelector('.footnotes, [data-reading~=folded] .aid')) lazy(({ settle }) => settle(article));
  if (!location.hash && mayHavePlace(uuid)) lazy(({ offerPlace }) => offerPlace(article, uuid));
}
