import { stored, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { placesKey } from './places-kept.ts';

/** Which block of a note's text was at the top of the window, counted from 0. */
export type Place = { block: number };

type Kept = [uuid: string, block: number][];

const places = (storage?: DeviceStorage) =>
  stored<Kept>(placesKey, (kept) => (Array.isArray(kept) ? kept.filter(isKept) : undefined), storage);

/** Where this device stopped in a note; undefined where it did not, or nothing may be kept. */
export function placeOf(uuid: string, storage?: DeviceStorage): Place | undefined {
  const found = places(storage)
    .get()
    ?.find(([each]) => each === uuid);
  return found && { block: found[1] };
}

/** Keeps where one is in a note, or that there is nothing to go on with. Only the last hundred notes are kept. */
export function rememberPlace(uuid: string, place: Place | undefined, storage?: DeviceStorage): void {
  const kept = places(storage);
  const next = (kept.get() ?? []).filter(([each]) => each !== uuid);
  if (place) next.push([uuid, place.block]);
  kept.set(next.slice(-100));
}

function isKept(value: unknown): value is Kept[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]) && value[1] > 0;
}
