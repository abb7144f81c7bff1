import { placesKey } from './places-kept.ts';

/** Which block of a note's text was at the top of the window, counted from 0. */
export type Place = { block: number };

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
type Kept = [uuid: string, block: number][];

/** Where this device stopped in a note; undefined where it did not, or nothing may be kept. */
export function placeOf(uuid: string, shelf = () => localStorage as Shelf): Place | undefined {
  const found = all(shelf).find(([each]) => each === uuid);
  return found && { block: found[1] };
}

/** Keeps where one is in a note, or that there is nothing to go on with. Only the last hundred notes are kept. */
export function rememberPlace(uuid: string, place: Place | undefined, shelf = () => localStorage as Shelf): void {
  const others = all(shelf).filter(([each]) => each !== uuid);
  try {
    const next: Kept = place ? [...others, [uuid, place.block]] : others;
    shelf().setItem(placesKey, JSON.stringify(next.slice(-100)));
  } catch {
    // A device that keeps nothing begins at the beginning.
  }
}

function all(shelf: () => Shelf): Kept {
  try {
    const kept: unknown = JSON.parse(shelf().getItem(placesKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept[number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isInteger(value[1]) && value[1] > 0;
}
