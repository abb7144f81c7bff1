import { device } from '../../platform/browser/device-storage.ts';

const storageKey = 'commonplace:preview';

/** Whether text and preview stand beside each other: from the kit's `lg` on. */
export const isRoomForPreview = () => matchMedia('(min-width: 64rem)').matches;

/** Whether the editor opens with its preview: where that was chosen before, and there is room for both. */
export const previewChosen = (storage = device, hasRoom = isRoomForPreview): boolean =>
  storage.read(storageKey) === 'on' && hasRoom();

/** Remembers the choice on this device, where it keeps anything. */
export const choosePreview = (on: boolean, storage = device): boolean => storage.write(storageKey, on ? 'on' : 'off');
