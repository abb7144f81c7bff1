import { followContents } from './contents.ts';
import { keepPlace, offerPlace } from '../../library/browser/reading-position.ts';

export { offerPlace };

/** From the first scroll on: keeps where one is in the note, and marks the part in its contents. */
export function followReading(article: HTMLElement, uuid: string): void {
  keepPlace(article, uuid);
  const toc = document.querySelector<HTMLElement>('.toc');
  if (toc) followContents(toc);
}

/** Shows what can be chosen of how texts look. */
export function chooseLook(): void {
  import('../views/ReadingLookModal.tsx').then(
    ({ showReadingLook }) => showReadingLook(),
    (error: unknown) => console.error('The size of the text could not be shown.', error),
  );
}
