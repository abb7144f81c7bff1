import { device } from '../../platform/browser/device-storage.ts';

/** The key under which this device stores reading positions. */
export const positionsKey = 'commonplace:places';

/** Whether a position in this note may be stored: reading it takes code that most pages do without. */
export const mayHavePosition = (uuid: string): boolean => device.read(positionsKey)?.includes(uuid) ?? false;
