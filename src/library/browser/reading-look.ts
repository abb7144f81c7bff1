import { device } from '../../platform/browser/device-storage.ts';
import { openModal } from '../../ui/modal/modal.ts';

/**
 * How large a reader wants the text of notes, how wide, whether with key points, and how dense lists are. The first value
 * is the default.
 */
export const textSizes = ['normal', 'small', 'large', 'larger'] as const;
export const textWidths = ['normal', 'narrow', 'wide'] as const;

/** `brief`: whether key points are shown above texts, or folded. */
const briefs = ['normal', 'folded'] as const;

const listDensities = ['normal', 'compact'] as const;

export type ReadingLook = {
  size: (typeof textSizes)[number];
  width: (typeof textWidths)[number];
  brief: (typeof briefs)[number];
  lists: (typeof listDensities)[number];
};

/** Reads a stored choice, which may be any text: words such as `large wide`. */
export function lookFrom(kept: string | null | undefined): ReadingLook {
  const words = (kept ?? '').split(' ');
  const chosen = <Value extends string>(values: readonly [Value, ...Value[]]) =>
    values.find((value) => value !== values[0] && words.includes(value)) ?? values[0];
  return { size: chosen(textSizes), width: chosen(textWidths), brief: chosen(briefs), lists: chosen(listDensities) };
}

/** The text to store for a choice, without what is the default. */
export function lookWords({ size, width, brief, lists }: ReadingLook): string {
  return [size, width, brief, lists].filter((word) => word !== 'normal').join(' ');
}

const key = 'commonplace:reading';

/** How this page shows texts now, as set by the script in its head. */
export function currentLook(): ReadingLook {
  return lookFrom(document.documentElement.dataset.reading);
}

/** Shows texts so, on this page and all later ones; only on this page if nothing may be stored. */
export function chooseLook(look: ReadingLook): void {
  const words = lookWords(look);
  document.documentElement.dataset.reading = words;
  device.write(key, words || undefined);
}

/** Whether key points are folded. */
export const isBriefFolded = () => currentLook().brief === 'folded';

/** Folds the key points above texts, or shows them, permanently. */
export function foldBrief(isFolded: boolean): void {
  chooseLook({ ...currentLook(), brief: isFolded ? 'folded' : 'normal' });
}

/** Opens the dialog for the look of texts. */
export function showReadingLook(): void {
  import('../views/ReadingLookModal.tsx').then(
    ({ ReadingLookModal }) => void openModal(ReadingLookModal, {}),
    (error: unknown) => console.error('The size of the text could not be shown.', error),
  );
}
