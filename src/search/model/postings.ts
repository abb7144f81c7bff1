import { joined } from '../../platform/model/bytes.ts';
import { wordLimits } from './query.ts';

/** A note in the list of a word, and how much the word says about it: 1 to 63, or a day for what narrows a search. */
export type Posting = { id: number; weight: number };

/** Weights of words are below 64. Days since 1970 are below 65,536 until the year 2149. */
export const radix = { words: 64, filters: 65_536 } as const;

/** A posting as one number that sorts by id; a million of them are kept and sorted far sooner than as objects. */
export function numberOf({ id, weight }: Posting, base: number): number {
  return id * base + weight;
}

function postingOf(number: number, base: number): Posting {
  return { id: Math.floor(number / base), weight: number % base };
}

/** Postings as numbers, in order, as bytes: the distance to the id before and the weight, seven bits a byte. */
export function packPostings(numbers: Iterable<number>, base: number): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (const number of numbers) {
    packNumber(bytes, number - last);
    last = number - (number % base);
  }
  return Uint8Array.from(bytes);
}

export function unpackPostings(bytes: Uint8Array, base: number): number[] {
  const numbers: number[] = [];
  const reader = readerOf(bytes);
  let last = 0;
  while (!reader.ended()) {
    const number = last + reader.number();
    numbers.push(number);
    last = number - (number % base);
  }
  return numbers;
}

/** A file of words: for each its text, how many notes have it, and its packed postings. */
export function packWords(words: readonly { term: string; df: number; list: Uint8Array }[]): Uint8Array {
  const parts = words.flatMap(({ term, df, list }) => {
    const name = new TextEncoder().encode(term);
    const head: number[] = [];
    packNumber(head, name.length);
    const figures: number[] = [];
    packNumber(figures, shownDf(df));
    packNumber(figures, list.length);
    return [Uint8Array.from(head), name, Uint8Array.from(figures), list];
  });
  return joined(parts);
}

/** The words of a file in their order; lists are unpacked when they are asked for. */
export function unpackWords(bytes: Uint8Array, base: number): Map<string, { df: number; postings: () => Posting[] }> {
  const words = new Map<string, { df: number; postings: () => Posting[] }>();
  const reader = readerOf(bytes);
  while (!reader.ended()) {
    const term = new TextDecoder().decode(reader.bytes(reader.number()));
    const df = reader.number();
    const list = reader.bytes(reader.number());
    words.set(term, { df, postings: () => unpackPostings(list, base).map((number) => postingOf(number, base)) });
  }
  return words;
}

/** Beyond what a list holds, how many notes have a word is told in steps of a fifth, so that it seldom changes. */
export function shownDf(df: number): number {
  return df <= wordLimits.postings ? df : Math.round(2 ** (Math.round(Math.log2(df) * 4) / 4));
}

function packNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function readerOf(bytes: Uint8Array) {
  let at = 0;
  return {
    ended: () => at >= bytes.length,
    number() {
      let value = 0;
      for (let factor = 1; at < bytes.length; factor *= 128) {
        const byte = bytes[at] ?? 0;
        at += 1;
        value += (byte & 127) * factor;
        if (byte < 128) break;
      }
      return value;
    },
    bytes(length: number) {
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
}
