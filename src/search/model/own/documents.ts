import type { ByteReader, ByteWriter } from './bytes.ts';

/** What is searched of one note of a person's own. Texts are plain. */
export interface OwnDocument {
  /** The note's uuid. */
  id: string;
  title: string;
  tags: readonly string[];
  /** The link's host. */
  site: string;
  author: string;
  /** What the person wrote. */
  text: string;
  /** The text of the page as it was kept. */
  copy: string;
  /** Highlights, what is written on them, and comments. */
  remarks: string;
}

/** Numbers about one document: how many places each of its fields takes, and what weighs its words. */
export interface Extent {
  id: string;
  title: number;
  tags: number;
  author: number;
  site: number;
  /** The places of everything else, and how many words stand there. */
  body: number;
  words: number;
  /** Characters of its title. */
  letters: number;
}

/**
 * The documents of a segment in their order. All words of a segment are numbered by their places, the documents one after
 * another: so one number says in which document a word is, in which field, and what it stands beside.
 */
export interface Documents {
  count: number;
  ids: readonly string[];
  /** The first place of each document, and the place after the last. */
  starts: Uint32Array;
  /** Where its title, tags, author and site end: four for each document. */
  ends: Uint32Array;
  words: Uint32Array;
  letters: Uint32Array;
  /** The beginning of each id as a number: in newer versions of uuids, when it was made. */
  stamps: Float64Array;
}

export function documentsOf(extents: readonly Extent[]): Documents {
  const count = extents.length;
  const documents = {
    count,
    ids: extents.map(({ id }) => id),
    starts: new Uint32Array(count + 1),
    ends: new Uint32Array(count * 4),
    words: new Uint32Array(count),
    letters: new Uint32Array(count),
    stamps: Float64Array.from(extents, ({ id }) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)),
  };
  let place = 0;
  for (const [at, { title, tags, author, site, body, words, letters }] of extents.entries()) {
    documents.starts[at] = place;
    for (const [field, length] of [title, tags, author, site].entries()) {
      place += length;
      documents.ends[at * 4 + field] = place;
    }
    place += body;
    documents.words[at] = words;
    documents.letters[at] = letters;
  }
  documents.starts[count] = place;
  return documents;
}

/** What documentsOf was made of. */
export function extentOf({ ids, starts, ends, words, letters }: Documents, at: number): Extent {
  const end = (field: number) => ends[at * 4 + field] ?? 0;
  return {
    id: ids[at] ?? '',
    title: end(0) - (starts[at] ?? 0),
    tags: end(1) - end(0),
    author: end(2) - end(1),
    site: end(3) - end(2),
    body: (starts[at + 1] ?? 0) - end(3),
    words: words[at] ?? 0,
    letters: letters[at] ?? 0,
  };
}

export function writeExtents(into: ByteWriter, extents: readonly Extent[]): void {
  into.number(extents.length);
  for (const { id, title, tags, author, site, body, words, letters } of extents) {
    into.bytes(bytesOfUuid(id));
    for (const number of [title, tags, author, site, body, words, letters]) into.number(number);
  }
}

export function readExtents(from: ByteReader): Extent[] {
  return Array.from({ length: from.number() }, () => ({
    id: uuidOf(from.bytes(16)),
    title: from.number(),
    tags: from.number(),
    author: from.number(),
    site: from.number(),
    body: from.number(),
    words: from.number(),
    letters: from.number(),
  }));
}

/** The document that a place belongs to; `from` is one at or before it. */
export function documentAt(starts: Uint32Array, place: number, from: number): number {
  let [low, step] = [from, 1];
  while (low + step < starts.length && (starts[low + step] ?? 0) <= place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function bytesOfUuid(uuid: string): Uint8Array {
  const digits = uuid.replaceAll('-', '');
  return Uint8Array.from({ length: 16 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));
}

function uuidOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < 16; at += 1) {
    text += hex[bytes[at] ?? 0] ?? '';
    if (at === 3 || at === 5 || at === 7 || at === 9) text += '-';
  }
  return text;
}
