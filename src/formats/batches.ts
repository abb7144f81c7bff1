import { limits } from '../domain/limits.ts';
import type { Found, Items } from './file.ts';

/**
 * What was found in portions that one call and one script can bear, after skipping what is in already. The last one is
 * marked, and empty where there was nothing left.
 */
export async function* batchesOf(
  items: Items,
  skip: number,
): AsyncGenerator<{ from: number; entries: Found[]; last: boolean }, void> {
  let [from, at, size] = [skip, 0, 0];
  let entries: Found[] = [];
  for await (const entry of items) {
    at += 1;
    if (at <= skip) continue;
    const length = JSON.stringify(entry).length;
    if (entries.length === limits.import.entries || (entries.length > 0 && size + length > limits.import.characters)) {
      yield { from, entries, last: false };
      from += entries.length;
      [entries, size] = [[], 0];
    }
    entries.push(fitting(entry, length));
    size += length;
  }
  yield { from, entries, last: true };
}

/** An item larger than a call may be is no note either: its place says so in the report. */
function fitting(entry: Found, length: number): Found {
  if (length <= limits.import.characters || !('item' in entry)) return entry;
  const why = 'This text is longer than a note may be (200 KB). Split it.';
  return { place: entry.place, title: entry.item.title.slice(0, 200), why };
}
