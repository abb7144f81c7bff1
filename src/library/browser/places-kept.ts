import { device } from '../../platform/browser/device-storage.ts';

/** The key under which this device stores reading positions. */
export const placesKey = 'commonplace:places';

/** Whether a position in this note may be stored: reading it takes code that most pages do without. */
export const mayHavePlace = (uuid: string): boolean => device.read(placesKey)?.includes(uuid) ?? false;
