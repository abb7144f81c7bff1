import { mayHavePlace } from '../../library/browser/places-kept.ts';

const lazy = () => import('./reading-lazy.ts');

/** What a note's page does for whoever reads it: all of it is loaded when it is wanted. */
export function startReading(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-reading-look]')) {
    button.addEventListener('click', () => void lazy().then(({ showReadingLook }) => showReadingLook()));
  }
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  addEventListener('scroll', () => void lazy().then(({ followReading }) => followReading(article, uuid)), {
    once: true,
    passive: true,
  });
  if (!location.hash && mayHavePlace(uuid)) void lazy().then(({ offerPlace }) => offerPlace(article, uuid));
}
