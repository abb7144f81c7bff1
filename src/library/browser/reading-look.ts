import { device } from '../../platform/browser/device-storage.ts';
import { openModal } from '../../ui/modal/modal.ts';

/** How large a reader wants the text of notes, how wide, and with what, and how close lists stand. The first of each is what it is by itself. */
export const textSizes = ['normal', 'small', 'large', 'larger'] as const;
export const textWidths = ['normal', 'narrow', 'wide'] as const;

/** `brief`: whether key points stand above texts, or are folded. */
const briefs = ['normal', 'folded'] as const;

const listDensities = ['normal', 'compact'] as const;

export type ReadingLook = {
  size: (typeof textSizes)[number];
  width: (typeof textWidths)[number];
  brief: (typeof briefs)[number];
  lists: (typeof listDensities)[number];
};

/** What was kept, whatever it is by now: words such as `large wide`. */
export function lookFrom(kept: string | null | undefined): ReadingLook {
  const words = (kept ?? '').split(' ');
  const chosen = <Value extends string>(values: readonly [Value, ...Value[]]) =>
    values.find((value) => value !== values[0] && words.includes(value)) ?? values[0];
  return { size: chosen(textSizes), width: chosen(textWidths), brief: chosen(briefs), lists: chosen(listDensities) };
}

/** What is kept of a choice: nothing where it is what it would be anyway. */
export function lookWords({ size, width, brief, lists }: ReadingLook): string {
  return [size, width, brief, lists].filter((word) => word !== 'normal').join(' ');
}

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
