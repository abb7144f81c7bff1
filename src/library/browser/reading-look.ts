import { device } from '../../platform/browser/device-storage.ts';
import { openModal } from '../../ui/modal/modal.ts';
import { lookFrom, lookWords, type ReadingLook } from '../model/reading-look.ts';

const key = 'commonplace:reading';

/** How this page shows texts now, as the script in its head has set it. */
export function currentLook(): ReadingLook {
  return lookFrom(document.documentElement.dataset.reading);
}

/** Shows texts so, here and on every page to come. Where nothing may be kept, on this page alone. */
export function chooseLook(look: ReadingLook): void {
  const words = lookWords(look);
  document.documentElement.dataset.reading = words;
  device.write(key, words || undefined);
}

/** Whether key points are folded. */
export const isBriefFolded = () => currentLook().brief === 'folded';

/** Folds the key points above texts, or shows them, for good. */
export function foldBrief(isFolded: boolean): void {
  chooseLook({ ...currentLook(), brief: isFolded ? 'folded' : 'normal' });
}

/** Shows what can be chosen of how texts look. */
export function showReadingLook(): void {
  import('../views/ReadingLookModal.tsx').then(
    ({ ReadingLookModal }) => void openModal(ReadingLookModal, {}),
    (error: unknown) => console.error('The size of the text could not be shown.', error),
  );
}
