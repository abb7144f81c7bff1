import { limits, textTooLong } from '../../platform/model/limits.ts';
import type { ImportItem } from '../model/import-item.ts';
import type { ReadEntry, Items } from './file.ts';
import { cutTo } from '../../platform/model/text/plain-text.ts';

/**
 * The findings in batches that one call and one script can take, without the first `skip`. The last batch is marked, and is
 * empty if nothing was left. `size`: in characters, as JSON.
 */
export async function* batchesOf(
  items: Items,
  skip: number,
): AsyncGenerator<{ from: number; entries: ReadEntry[]; last: boolean; size: number }, void> {
  let [from, at, size] = [skip, 0, 0];
  let entries: ReadEntry[] = [];
  for await (const entry of items) {
    at += 1;
    if (at <= skip) continue;
    const { fit, length } = fitting(entry);
    const isFull = entries.length === limits.import.entries || size + length > limits.import.characters;
    // A choice may name a note before it, which is only there when that note's batch is written.
    const changesKind = entries[0] !== undefined && 'choice' in entries[0] !== 'choice' in fit;
    if (entries.length > 0 && (isFull || changesKind)) {
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
 * An item with a text that is too long for a note becomes a refusal in the report. The copy of a page may be larger, and has
 * a call of its own; a copy too large for any call is left out. `length` is that of the JSON.
 */
function fitting(entry: ReadEntry): { fit: ReadEntry; length: number } {
  const length = JSON.stringify(entry).length;
  if (!('item' in entry) || length <= limits.import.characters) return { fit: entry, length };
  const fit = cutToFit(entry);
  return { fit, length: JSON.stringify(fit).length };
}

/** How many tags of an entry are sent if it has too many for one call: still far more than a note can have. */
const tagsTaken = 100;

function withFewTags({ tags, aside = [], remarks = [], ...item }: ImportItem): ImportItem {
  const says = `It has ${tags.length} tags, of which all but the first ${tagsTaken} were left out.`;
  return { ...item, tags: tags.slice(0, tagsTaken), aside: [...aside, 'tags'], remarks: [...remarks, says] };
}

function cutToFit(entry: Extract<ReadEntry, { item: unknown }>): ReadEntry {
  const { copy, highlights, ...item } = entry.item;
  if (JSON.stringify({ ...entry, item }).length > limits.import.characters) {
    if (item.tags.length > tagsTaken) return cutToFit({ ...entry, item: withFewTags(entry.item) });
    return { place: entry.place, title: cutTo(item.title, 200), why: textTooLong };
  }
  if (!copy || bytesIn({ copy, highlights }) <= limits.import.copyBytes) return entry;
  const kept = highlights && bytesIn({ highlights }) <= limits.import.copyBytes ? { highlights } : {};
  const also = highlights && !('highlights' in kept) ? ['its highlights, larger than 3.5 MB'] : [];
  const aside = [...(item.aside ?? []), 'the copy of its page, larger than 3.5 MB', ...also];
  return { ...entry, item: { ...item, ...kept, aside } };
}

function bytesIn(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
