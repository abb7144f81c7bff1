import { mayHavePlace } from './places-kept.ts';

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
  const article = document.querySelector<HTMLElement>('article[data-uuid]');
  const uuid = article?.dataset.uuid;
  if (!uuid) return;
  const withPlace = () => import('./stopped-here.ts');
  const toc = document.querySelector<HTMLElement>('.toc');
  const scrolled = () => {
    void withPlace().then(({ keepPlace }) => keepPlace(article, uuid));
    if (toc) void import('./contents.ts').then(({ followContents }) => followContents(toc));
  };
  addEventListener('scroll', scrolled, { once: true, passive: true });
  if (!location.hash && mayHavePlace(uuid)) void withPlace().then(({ offerPlace }) => offerPlace(article, uuid));
}
