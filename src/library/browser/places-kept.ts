import { device } from '../../platform/browser/device-storage.ts';

/** Under which this device keeps where one stopped. */
export const placesKey = 'commonplace:places';

/** Whether it may know a place in this note: reading what is kept takes code that most pages do without. */
export const mayHavePlace = (uuid: string): boolean => device.read(placesKey)?.includes(uuid) ?? false;
