import { mayHavePlace } from '../../library/browser/places-kept.ts';

const lazy = () => import('./reading-lazy.ts');

/** What a note's page does for whoever reads it: all of it is loaded when it is wanted. */
export function startReading(): void {
  // A note may come after its page, as one's own do.
  document.addEventListener('click', ({ target }) => {
    const asked = target instanceof Element && target.closest<HTMLElement>('[data-reading-look], [data-share]');
    if (!asked) return;
    void lazy().then(({ pressTool }) => pressTool(asked));
  });
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  const wake = () => void lazy().then(({ readAlong }) => readAlong(article, uuid));
  for (const event of ['pointermove', 'keydown', 'scroll']) addEventListener(event, wake, { once: true });
  if (article.querySelector('.footnotes, [data-reading~=folded] .aid'))
    void lazy().then(({ settle }) => settle(article));
  if (!location.hash && mayHavePlace(uuid)) void lazy().then(({ offerPlace }) => offerPlace(article, uuid));
}
