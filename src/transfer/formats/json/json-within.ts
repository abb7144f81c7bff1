import { found, type Found } from '../file.ts';
import { address, genericItem, nameAddress } from './generic-item.ts';
import type { Told } from './json.ts';

/** Whatever has an address within a value, from the outside in: objects, lists of them, and addresses in a list. */
export function* itemsWithin(value: unknown, place: string): Generator<Found, void> {
  const item = itemOf(value);
  if (item) yield found(place, item);
  else if (Array.isArray(value)) yield* itemsOf(value, place);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === 'object') yield* itemsWithin(inner, `${place}, ${key}`.slice(0, 300));
    }
  }
}

function itemOf(value: unknown): Told | undefined {
  if (typeof value === 'string') return address(value) === undefined ? undefined : genericItem({ url: value });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (!nameAddress(Object.keys(value))) return undefined;
  const item = genericItem(value as Record<string, unknown>);
  return address(item.url) === undefined ? undefined : item;
}

/** Beside what has an address, an object that has none is refused by itself. */
function* itemsOf(list: readonly unknown[], place: string): Generator<Found, void> {
  const without: Found[] = [];
  let count = 0;
  for (const [at, value] of list.entries()) {
    const where = `${place}, item ${at + 1}`.slice(0, 300);
    const before = count;
    for (const one of itemsWithin(value, where)) {
      count += 1;
      yield one;
    }
    if (count === before && typeof value === 'object' && value !== null) without.push(withoutAddress(value, where));
  }
  if (count > 0) yield* without;
}

export function withoutAddress(value: unknown, place: string): Found {
  const why =
    typeof value === 'string' ? 'Neither JSON nor an address is here.' : 'This entry has no address on the web.';
  return { place, ...titled(value), why };
}

/** The name under which a value that is refused can be found again. */
export function titled(value: unknown): { title?: string } {
  const { title, name, id } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const told = [title, name, id].find((each) => typeof each === 'string' && each !== '') as string | undefined;
  return told === undefined ? {} : { title: told.slice(0, 300) };
}
