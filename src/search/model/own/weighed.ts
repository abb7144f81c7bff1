import { onceIn, places as counts, weightOf, weightOfBeginning } from '../variants.ts';
import { numberOf, packPostings, radix } from '../postings.ts';
import { readAscending } from './bytes.ts';
import type { Entry } from './dictionary.ts';
import { documentAt, fieldCount, placesWithin, type Documents, type OwnField } from './documents.ts';

/** The documents of a segment that have a word, in order, and how much it says about each: 1 to 63. */
export interface Weighed {
  documents: Uint32Array;
  weights: Uint8Array;
}

/** What the places of a word say: they tell the fields it stands in, and how often. */
function weighed(term: string, places: Uint32Array, documents: Documents): Weighed {
  const { starts, ends, words, letters } = documents;
  const found = new Uint32Array(places.length);
  const weights = new Uint8Array(places.length);
  const begins = term.endsWith('*');
  let [count, document, next, said, once] = [0, 0, 0, 0, 0];
  const close = () => {
    found[count] = document;
    weights[count++] = begins ? weightOfBeginning(letters[document] ?? 0) : weightOf(said);
  };
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (place >= next) {
      if (next > 0) close();
      document = documentAt(documents, place, document);
      next = starts[document + 1] ?? 0;
      said = 0;
      once = onceIn(words[document] ?? 0);
    }
    const field = document * fieldCount;
    if (place >= (ends[field + 3] ?? 0)) said += once;
    else if (place < (ends[field] ?? 0)) said += counts.title;
    else if (place < (ends[field + 1] ?? 0)) said += counts.tags;
    else said += place < (ends[field + 2] ?? 0) ? counts.author : counts.host;
  }
  if (next > 0) close();
  return { documents: found.slice(0, count), weights: weights.slice(0, count) };
}

/** Reading so many bytes of places takes longer than reading what they say, which then is kept as well. */
const longList = 16_384;

/** What stands before the places of a word in its list: what they say, where they are many. */
export function weightsBefore(term: string, places: Uint32Array, bytes: number, all: Documents): Uint8Array {
  if (bytes < longList) return new Uint8Array();
  const { documents, weights } = weighed(term, places, all);
  const numbers = Array.from(documents, (id, at) => numberOf({ id, weight: weights[at] ?? 0 }, radix.words));
  return packPostings(numbers, radix.words);
}

/** The part of a word's list that is read to weigh it: of a long one only the beginning, unless it is narrowed to fields. */
export function partToWeigh({ from, weights, places }: Entry, within: readonly OwnField[]) {
  if (within.length > 0) return { from: from + weights, length: places };
  return { from, length: weights || places };
}

/** What that part of a word's list says of the documents. */
export function readWeighed(
  entry: Entry,
  list: Uint8Array,
  documents: Documents,
  within: readonly OwnField[],
): Weighed {
  if (entry.weights === 0 || within.length > 0) {
    return weighed(entry.term, placesWithin(readAscending(list), documents, within), documents);
  }
  return unpacked(list.subarray(0, entry.weights));
}

/** What packPostings wrote: the distance to the document before and the weight in one number, seven bits a byte. */
function unpacked(bytes: Uint8Array): Weighed {
  let count = 0;
  for (const byte of bytes) count += Number(byte < 128);
  const [documents, weights] = [new Uint32Array(count), new Uint8Array(count)];
  let [next, document, value, shift] = [0, 0, 0, 0];
  for (const byte of bytes) {
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte >= 128) continue;
    document += Math.floor(value / radix.words);
    documents[next] = document;
    weights[next++] = value % radix.words;
    [value, shift] = [0, 0];
  }
  return { documents, weights };
}
