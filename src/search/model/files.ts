import { fileBytes, wordLimits } from './query.ts';
import { joined } from '../../platform/model/bytes.ts';

/**
 * The index consists of files, each with a range of keys in order: words, filters (`tag:web`), words spelt backwards, and
 * notes. Whether a key begins a file depends on its hash; the more it holds, the likelier it does. So only the content of
 * the index decides where files begin, and a change touches one file.
 */
export type FileKind = keyof typeof fileBytes;

export const fileKinds = Object.keys(fileBytes) as FileKind[];

/** The first key of every file of each kind, in order, and how many notes are searched. */
export type Directory = { notes: number; first: Record<FileKind, string[]> };

export const directoryPath = '/search/index.json';

const ending: Record<FileKind, string> = { words: 'bin', filters: 'bin', ends: 'txt', notes: 'json' };
const letter: Record<FileKind, string> = { words: 'w', filters: 'f', ends: 'e', notes: 'n' };

/** The path of the file that begins with this key. */
export function searchFilePath(kind: FileKind, first: string): string {
  const name = first === '' ? '0' : hash(first).toString(36);
  return `/search/${letter[kind]}/${name}.${ending[kind]}`;
}

/** The kind of the index's file at this address; undefined for any other address. */
export function searchFileNamed(path: string): FileKind | undefined {
  const [, initial, end] = /^\/search\/([wfen])\/[0-9a-z]+\.(bin|txt|json)$/.exec(path) ?? [];
  return fileKinds.find((kind) => letter[kind] === initial && ending[kind] === end);
}

export function isSearchFile(path: string): boolean {
  return path === directoryPath || searchFileNamed(path) !== undefined;
}

/** Whether a key that holds this many bytes begins a file. */
export function beginsFile(kind: FileKind, key: string, bytes: number): boolean {
  return hash(`${kind} ${key}`) / 2 ** 53 < bytes / fileBytes[kind];
}

/** The first key of the file that would hold this key. */
export function fileOfKey(first: readonly string[], key: string): string {
  return first[indexOfFile(first, key)] ?? '';
}

/** The first keys of the files that hold the keys beginning with `prefix`. */
export function filesOfPrefix(first: readonly string[], prefix: string): string[] {
  return first.slice(indexOfFile(first, prefix), indexOfFile(first, `${prefix}\u{10ffff}`) + 1);
}

function indexOfFile(first: readonly string[], key: string): number {
  let [low, high] = [0, first.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (compareKeys(first[middle] ?? '', key) <= 0) low = middle;
    else high = middle;
  }
  return low;
}

/** Compares keys by code points, as databases do. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Halves of characters beyond the first plane sort after everything in it. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A text as a number below 2^53 (cyrb53): the same everywhere, with no more collisions than by chance. */
export function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** A note in the list of a word, and how much the word says about it: 1 to 63, or a day in the list of a filter. */
export type Posting = { id: number; weight: number };

/** Weights of words are below 64. Days since 1970 are below 65,536 until the year 2149. */
export const radix = { words: 64, filters: 65_536 } as const;

/** A posting as one number that sorts by id. A million of them are stored and sorted much faster than objects. */
export function numberOf({ id, weight }: Posting, base: number): number {
  return id * base + weight;
}

function postingOf(number: number, base: number): Posting {
  return { id: Math.floor(number / base), weight: number % base };
}

/** Sorted postings, as numbers, in bytes: the distance to the previous id and the weight, seven bits a byte. */
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

/** The words of a file in their order. A list is unpacked when it is needed. */
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

/** If more notes have a word than a list holds, their number is rounded to steps of a fifth, so that it seldom changes. */
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
