import { placeOf } from './reading-place.ts';

/** What a note's page does for whoever reads it: each part is loaded when it is wanted. */
export function startReading(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-reading-look]')) {
    button.addEventListener('click', () => {
      import('../islands/ReadingLookModal.tsx').then(
        ({ showReadingLook }) => showReadingLook(),
        (error: unknown) => console.error('The size of the text could not be shown.', error),
      );
    });
  }
  const toc = document.querySelector<HTMLElement>('.toc');
  if (toc) void import('./contents.ts').then(({ followContents }) => followContents(toc));
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  const withPlace = () => import('./stopped-here.ts');
  addEventListener('scroll', () => void withPlace().then(({ keepPlace }) => keepPlace(article, uuid)), {
    once: true,
    passive: true,
  });
  const place = placeOf(uuid);
  if (place && !location.hash) void withPlace().then(({ offerPlace }) => offerPlace(article, place));
}
