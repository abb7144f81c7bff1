import {
  ByteReader,
  ByteWriter,
  writeAscending,
  readAscending,
  filesOf,
  SortedFiles,
  writeEntry,
  type Entry,
} from './bytes.ts';
import {
  documentsOf,
  readExtents,
  type Documents,
  writeExtents,
  type Extent,
  documentAt,
  fieldCount,
  placesWithin,
  type OwnField,
} from './documents.ts';
import { occurrenceWeight, places as counts, weightOf, prefixWeight } from '../variants.ts';
import { numberOf, packPostings, radix } from '../files.ts';

/** The documents of a segment that contain a word, in order, with the word's weight in each: 1 to 63. */
export interface WeightedPostings {
  documents: Uint32Array;
  weights: Uint8Array;
}

/** Computes the weights of a word from its places, which show the fields it is in and how often. */
function weighed(term: string, places: Uint32Array, documents: Documents): WeightedPostings {
  const { starts, ends, words, letters } = documents;
  const found = new Uint32Array(places.length);
  const weights = new Uint8Array(places.length);
  const begins = term.endsWith('*');
  let [count, document, next, weighted, once] = [0, 0, 0, 0, 0];
  const close = () => {
    found[count] = document;
    weights[count++] = begins ? prefixWeight(letters[document] ?? 0) : weightOf(weighted);
  };
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (place >= next) {
      if (next > 0) close();
      document = documentAt(documents, place, document);
      next = starts[document + 1] ?? 0;
      weighted = 0;
      once = occurrenceWeight(words[document] ?? 0);
    }
    const field = document * fieldCount;
    if (place >= (ends[field + 3] ?? 0)) weighted += once;
    else if (place < (ends[field] ?? 0)) weighted += counts.title;
    else if (place < (ends[field + 1] ?? 0)) weighted += counts.tags;
    else weighted += place < (ends[field + 2] ?? 0) ? counts.author : counts.host;
  }
  if (next > 0) close();
  return { documents: found.slice(0, count), weights: weights.slice(0, count) };
}

/** For a list of this many bytes of places, the weights are stored as well, since reading them is faster. */
const longList = 16_384;

/** The weights of a word, stored before its places if these are many; empty otherwise. */
function weightsBefore(term: string, places: Uint32Array, bytes: number, all: Documents): Uint8Array {
  if (bytes < longList) return new Uint8Array();
  const { documents, weights } = weighed(term, places, all);
  const numbers = Array.from(documents, (id, at) => numberOf({ id, weight: weights[at] ?? 0 }, radix.words));
  return packPostings(numbers, radix.words);
}

/** The part of a word's list that gives its weights: of a long list the stored weights, unless only some fields count. */
export function weightsRange({ from, weights, places }: Entry, within: readonly OwnField[]) {
  if (within.length > 0) return { from: from + weights, length: places };
  return { from, length: weights || places };
}

/** Reads the weights from that part of the list. */
export function readWeightedPostings(
  entry: Entry,
  list: Uint8Array,
  documents: Documents,
  within: readonly OwnField[],
): WeightedPostings {
  if (entry.weights === 0 || within.length > 0) {
    return weighed(entry.term, placesWithin(readAscending(list), documents, within), documents);
  }
  return unpacked(list.subarray(0, entry.weights));
}

/** The reverse of packPostings: each number is the distance to the previous document with the weight, seven bits per byte. */
function unpacked(bytes: Uint8Array): WeightedPostings {
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

/** An opened segment, with the parts that every search needs. */
export interface Segment {
  name: string;
  documents: Documents;
  /** The first word of each file of words, and of each file of endings. */
  first: [words: string[], ends: string[]];
}

/** Lists are concatenated and divided into files of this size. Chromium stores values above 64 KB as separate files, which is slow. */
const chunkBytes = 32_768;

const letters = ['w', 'e', 'l'] as const;

/** The most files of a segment that one prefix is searched in. */
const maxFiles = 16;

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
  const count = Math.min(to - from, maxFiles);
  return Array.from({ length: count }, (_, at) => `${name}/${letters[kind]}${from + at}`);
}

/** A part of a file. */
export interface FilePart {
  name: string;
  from: number;
  to: number;
}

/** The parts of files that hold a segment's list, given its offset and length in bytes. */
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

/** Writes the files of a segment: first words in their order, then endings in theirs. */
export class SegmentWriter {
  private readonly documents: Documents;
  private readonly words = new SortedFiles();
  private readonly ends = new SortedFiles();
  private readonly chunks: Uint8Array[] = [];
  private readonly list = new ByteWriter();
  private room = new Uint8Array(chunkBytes);
  private from = 0;

  constructor(documents: Documents) {
    this.documents = documents;
  }

  /** A word, how many documents have it, and all its places. */
  word(term: string, df: number, places: Uint32Array): void {
    this.list.length = 0;
    writeAscending(this.list, places);
    const weights = weightsBefore(term, places, this.list.length, this.documents);
    const entry = { df, from: this.from, weights: weights.length, places: this.list.length };
    writeEntry(this.words, { term, ...entry });
    this.append(weights);
    this.append(this.list.view());
  }

  /** A word written backwards. */
  ending(word: string): void {
    this.ends.begin(word);
    this.ends.word(word);
  }

  /** Completes the segment: its row, and its files by name. */
  end(name: string, extents: readonly Extent[]): { row: SegmentRow; files: Map<string, Uint8Array> } {
    this.words.end();
    this.ends.end();
    const rest = this.from % chunkBytes;
    if (rest > 0) this.chunks.push(this.room.slice(0, rest));
    const head = new ByteWriter();
    writeExtents(head, extents);
    for (const { first } of [this.words, this.ends]) {
      head.number(first.length);
      for (const term of first) head.text(term);
    }
    const row: SegmentRow = {
      name,
      documents: extents.length,
      places: this.documents.starts[extents.length] ?? 0,
      files: [this.words.files.length, this.ends.files.length, this.chunks.length],
      dead: [],
    };
    const contents = [head.take(), ...this.words.files, ...this.ends.files, ...this.chunks];
    return { row, files: new Map(fileNames(row).map((path, at) => [path, contents[at] ?? new Uint8Array()])) };
  }

  private append(bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) {
      const at = this.from % chunkBytes;
      const part = bytes.subarray(done, done + chunkBytes - at);
      this.room.set(part, at);
      done += part.length;
      this.from += part.length;
      if (this.from % chunkBytes !== 0) continue;
      this.chunks.push(this.room);
      this.room = new Uint8Array(chunkBytes);
    }
  }
}
