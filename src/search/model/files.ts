import { fileBytes } from './query.ts';

/**
 * The index is files, each with a range of keys in order: words, what narrows a search (`tag:web`), words written
 * backwards, and notes. A key begins a file when its hash says so, the likelier the more it holds: so what is in the
 * index decides alone where files begin, and a change touches one file.
 */
export type FileKind = keyof typeof fileBytes;

export const fileKinds = Object.keys(fileBytes) as FileKind[];

/** The first key of every file of each kind, in order, and how many notes are searched. */
export type Directory = { notes: number; first: Record<FileKind, string[]> };

export const directoryPath = '/search/index.json';

const ending: Record<FileKind, string> = { words: 'bin', filters: 'bin', ends: 'txt', notes: 'json' };
const letter: Record<FileKind, string> = { words: 'w', filters: 'f', ends: 'e', notes: 'n' };

/** Where the file is whose first key this is. */
export function searchFilePath(kind: FileKind, first: string): string {
  const name = first === '' ? '0' : hash(first).toString(36);
  return `/search/${letter[kind]}/${name}.${ending[kind]}`;
}

/** The kind of file at such an address; undefined for any other. */
export function searchFileNamed(path: string): FileKind | undefined {
  const [, found, end] = /^\/search\/([wfen])\/[0-9a-z]+\.(bin|txt|json)$/.exec(path) ?? [];
  return fileKinds.find((kind) => letter[kind] === found && ending[kind] === end);
}

export function isSearchFile(path: string): boolean {
  return path === directoryPath || searchFileNamed(path) !== undefined;
}

/** Whether a key that holds so many bytes begins a file. */
export function beginsFile(kind: FileKind, key: string, bytes: number): boolean {
  return hash(`${kind} ${key}`) / 2 ** 53 < bytes / fileBytes[kind];
}

/** The first key of the file that would hold this key. */
export function fileOfKey(first: readonly string[], key: string): string {
  return first[indexOfFile(first, key)] ?? '';
}

/** The first keys of the files that hold what begins with `prefix`. */
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

/** The order of keys: by code points, as databases have it. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let index = 0; index < end; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Halves of characters beyond the first plane come after everything in it. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A text as a number below 2^53 (cyrb53): the same everywhere, with no more collisions than chance has. */
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
