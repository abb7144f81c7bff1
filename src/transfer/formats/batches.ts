import { limits, textTooLong } from '../../platform/model/limits.ts';
import type { ImportItem } from '../model/import-item.ts';
import type { Found, Items } from './file.ts';
import { cutTo } from '../../platform/model/text/plain-text.ts';

/**
 * What was found in portions that one call and one script can bear, after skipping what is in already. The last one is
 * marked, and empty where there was nothing left. `size`: in characters, as JSON.
 */
export async function* batchesOf(
  items: Items,
  skip: number,
): AsyncGenerator<{ from: number; entries: Found[]; last: boolean; size: number }, void> {
  let [from, at, size] = [skip, 0, 0];
  let entries: Found[] = [];
  for await (const entry of items) {
    at += 1;
    if (at <= skip) continue;
    const { fit, length } = fitting(entry);
    const isFull = entries.length === limits.import.entries || size + length > limits.import.characters;
    // What was chosen may be among the notes before it, which are only there when their part is written.
    const turns = entries[0] !== undefined && 'choice' in entries[0] !== 'choice' in fit;
    if (entries.length > 0 && (isFull || turns)) {
      yield { from, entries, last: false, size };
      from += entries.length;
      [entries, size] = [[], 0];
    }
    entries.push(fit);
    size += length;
  }
  yield { from, entries, last: true, size };
}

/**
 * An item whose text is larger than a note may be is none: its place says so in the report. The copy of a page may be
 * larger, and has a call of its own; one that no call can bring stays behind. `length` is that of the JSON.
 */
function fitting(entry: Found): { fit: Found; length: number } {
  const length = JSON.stringify(entry).length;
  if (!('item' in entry) || length <= limits.import.characters) return { fit: entry, length };
  const fit = cutToFit(entry);
  return { fit, length: JSON.stringify(fit).length };
}

/** Far more than a note can have, of an entry that has too many to be sent. */
const tagsTaken = 100;

function withFewTags({ tags, aside = [], remarks = [], ...item }: ImportItem): ImportItem {
  const says = `It has ${tags.length} tags, of which all but the first ${tagsTaken} were left out.`;
  return { ...item, tags: tags.slice(0, tagsTaken), aside: [...aside, 'tags'], remarks: [...remarks, says] };
}

function cutToFit(entry: Extract<Found, { item: unknown }>): Found {
  const { copy, highlights, ...item } = entry.item;
  if (JSON.stringify({ ...entry, item }).length > limits.import.characters) {
    if (item.tags.length > tagsTaken) return cutToFit({ ...entry, item: withFewTags(entry.item) });
    return { place: entry.place, title: cutTo(item.title, 200), why: textTooLong };
  }
  if (!copy || bytesIn({ copy, highlights }) <= limits.import.copyBytes) return entry;
  const why = 'The copy of its page is larger than 3.5 MB, so it was left out.';
  const kept = highlights && bytesIn({ highlights }) <= limits.import.copyBytes ? { highlights } : {};
  const also =
    highlights && !('highlights' in kept) ? ['Its highlights are larger than 3.5 MB, so they were left out.'] : [];
  return { ...entry, item: { ...item, ...kept, remarks: [...(item.remarks ?? []), why, ...also] } };
}

function bytesIn(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
