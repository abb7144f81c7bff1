import { ByteReader } from './bytes.ts';
import { filesOf } from './dictionary.ts';
import { documentsOf, readExtents, type Documents } from './documents.ts';

/**
 * A part of an index that never changes: some documents and all their words. `files` counts those of words, of endings
 * and of lists; `dead` are the documents that were replaced or removed since, by number.
 */
export interface SegmentRow {
  name: string;
  documents: number;
  places: number;
  files: [words: number, ends: number, lists: number];
  dead: number[];
}

/** A segment with what is needed whole to ask it. */
export interface Segment {
  name: string;
  documents: Documents;
  /** The words with which its files of words and of endings begin. */
  first: [words: string[], ends: string[]];
}

/** Lists stand one after the other in files of so many bytes. Chromium puts values above 64 KB into files of their own, which is slow. */
export const chunkBytes = 32_768;

const letters = ['w', 'e', 'l'] as const;

/** What is found by a prefix is read from so many files of a segment at most. */
const filesAtMost = 16;

export const headName = (segment: string) => `${segment}/h`;

/** All files of a segment: its head, words, endings and lists. */
export function fileNames({ name, files }: SegmentRow): string[] {
  const numbered = files.flatMap((count, kind) =>
    Array.from({ length: count }, (_, at) => `${name}/${letters[kind]}${at}`),
  );
  return [headName(name), ...numbered];
}

export function openSegment(name: string, head: Uint8Array): Segment {
  const reader = new ByteReader(head);
  const documents = documentsOf(readExtents(reader));
  const texts = () => Array.from({ length: reader.number() }, () => reader.text());
  return { name, documents, first: [texts(), texts()] };
}

/** The files of words or endings that hold what begins with `prefix`. */
export function filesOfPrefix({ name, first }: Segment, kind: 0 | 1, prefix: string): string[] {
  const [from, to] = filesOf(first[kind], prefix);
  const count = Math.min(to - from, filesAtMost);
  return Array.from({ length: count }, (_, at) => `${name}/${letters[kind]}${from + at}`);
}

/** A part of a file. */
export interface FilePart {
  name: string;
  from: number;
  to: number;
}

/** A list of a segment, which is so many bytes from a byte on, as parts of its files. */
export function partsOfList({ segment, from, length }: { segment: string; from: number; length: number }): FilePart[] {
  const parts: FilePart[] = [];
  for (let at = from; at < from + length;) {
    const start = at % chunkBytes;
    const to = Math.min(chunkBytes, start + from + length - at);
    parts.push({ name: `${segment}/l${Math.floor(at / chunkBytes)}`, from: start, to });
    at += to - start;
  }
  return parts;
}
