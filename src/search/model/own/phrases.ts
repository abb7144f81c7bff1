import { readAscending } from './bytes.ts';
import { documentAt, placesWithin, type Documents } from './documents.ts';
import { readEntries, type Entry } from './dictionary.ts';
import { filesOfPrefix } from './segment.ts';
import type { View } from './search.ts';

/** Tells of documents whether they have a phrase, which may be one word: exactly these words, one after the other. */
export async function phraseFinder(
  { parts, files, within }: View,
  phrase: readonly string[],
): Promise<(part: number, document: number) => boolean> {
  const found = await Promise.all(
    parts.map(async ({ segment }) => {
      const lists = await Promise.all(
        phrase.map(async (word) => {
          const candidates = await files.read(filesOfPrefix(segment, 0, word).slice(0, 2));
          const entry = candidates.flatMap(readEntries).find(({ term }) => term === word);
          return entry ? placesOf(segment.name, entry) : new Uint32Array();
        }),
      );
      return documentsWith(placesWithin(startsOf(lists), segment.documents, within), segment.documents);
    }),
  );
  async function placesOf(segment: string, { from, weights, places }: Entry): Promise<Uint32Array> {
    const [list] = await files.lists([{ segment, from: from + weights, length: places }]);
    return readAscending(list ?? new Uint8Array());
  }
  return (part, document) => found[part]?.has(document) === true;
}

/** The places at which words with these places stand one after the other, the first of them there. */
function startsOf(lists: readonly Uint32Array[]): Uint32Array {
  let starts = lists[0] ?? new Uint32Array();
  for (const [offset, places] of lists.entries()) {
    if (offset === 0) continue;
    let at = 0;
    starts = starts.filter((start) => {
      while (at < places.length && (places[at] ?? 0) < start + offset) at += 1;
      return places[at] === start + offset;
    });
  }
  return starts;
}

function documentsWith(places: Uint32Array, documents: Documents): Set<number> {
  const found = new Set<number>();
  let document = 0;
  for (const place of places) {
    document = documentAt(documents, place, document);
    found.add(document);
  }
  return found;
}
