const storageKey = 'commonplace:preview';

/** Whether text and preview stand beside each other: from the kit's `lg` on. */
export const isRoomForPreview = () => matchMedia('(min-width: 64rem)').matches;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/** Whether the editor opens with its preview: where that was chosen before, and there is room for both. */
export function previewChosen(shelf = () => localStorage as Shelf, hasRoom = isRoomForPreview): boolean {
  try {
    return shelf().getItem(storageKey) === 'on' && hasRoom();
  } catch {
    return false;
  }
}

/** Remembers the choice on this device, where it keeps anything. */
export function choosePreview(on: boolean, shelf = () => localStorage as Shelf): void {
  try {
    shelf().setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // The next visit begins without it.
  }
}
