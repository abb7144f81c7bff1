import type { ByteReader, ByteWriter } from './bytes.ts';

/** What is searched of one note in a person's library. Texts are plain. */
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
  /** The text of the saved page. */
  copy: string;
  /** What the person highlighted in the copy, with their remarks. */
  highlights: string;
  /** The person's comments on the note. */
  comments: string;
}

/** The fields of a document in their order: the first four are what it is called, the others its content. */
const fields = ['title', 'tags', 'author', 'site', 'text', 'copy', 'highlights', 'comments'] as const;
export type OwnField = (typeof fields)[number];
export const fieldCount = fields.length;

/** Numbers about one document: how many places each of its fields takes, and the lengths by which its words are weighted. */
export interface Extent {
  id: string;
  /** Of each field. */
  lengths: readonly number[];
  /** The number of words in its content. */
  words: number;
  /** The number of characters in its title. */
  letters: number;
}

/**
 * The documents of a segment in their order. All words of a segment are numbered by place, one document after the other.
 * So one number determines a word's document, its field and its neighbours.
 */
export interface Documents {
  count: number;
  ids: readonly string[];
  /** The first place of each document, and the place after the last. */
  starts: Uint32Array;
  /** The ends of its fields: eight for each document. */
  ends: Uint32Array;
  words: Uint32Array;
  letters: Uint32Array;
  /** For each block of places, the document of its first place. The documents of the others are near it. */
  near: Uint32Array;
  nearBits: number;
}

export function documentsOf(extents: readonly Extent[]): Documents {
  const count = extents.length;
  const documents = {
    count,
    ids: extents.map(({ id }) => id),
    starts: new Uint32Array(count + 1),
    ends: new Uint32Array(count * fieldCount),
    words: new Uint32Array(count),
    letters: new Uint32Array(count),
  };
  let place = 0;
  for (const [at, { lengths, words, letters }] of extents.entries()) {
    documents.starts[at] = place;
    for (const [field, length] of lengths.entries()) {
      place += length;
      documents.ends[at * fieldCount + field] = place;
    }
    documents.words[at] = words;
    documents.letters[at] = letters;
  }
  documents.starts[count] = place;
  return { ...documents, ...nearbyOf(documents.starts) };
}

/** Makes blocks in which about one document begins each. */
function nearbyOf(starts: Uint32Array): Pick<Documents, 'near' | 'nearBits'> {
  const places = starts.at(-1) ?? 0;
  const nearBits = Math.max(0, Math.ceil(Math.log2(places / starts.length)));
  const near = new Uint32Array((places >>> nearBits) + 1);
  let document = 0;
  for (let at = 0; at < near.length; at += 1) {
    while (document + 2 < starts.length && starts[document + 1]! <= at << nearBits) document += 1;
    near[at] = document;
  }
  return { near, nearBits };
}

/** The extent from which `documentsOf` made a document. */
export function extentOf({ ids, starts, ends, words, letters }: Documents, at: number): Extent {
  const lengths = fields.map((_, field) => {
    const end = at * fieldCount + field;
    return (ends[end] ?? 0) - ((field === 0 ? starts[at] : ends[end - 1]) ?? 0);
  });
  return {
    id: ids[at] ?? '',
    lengths,
    words: words[at] ?? 0,
    letters: letters[at] ?? 0,
  };
}

export function writeExtents(into: ByteWriter, extents: readonly Extent[]): void {
  into.number(extents.length);
  for (const { id, lengths, words, letters } of extents) {
    into.bytes(bytesOfUuid(id));
    for (const number of [...lengths, words, letters]) into.number(number);
  }
}

export function readExtents(from: ByteReader): Extent[] {
  return Array.from({ length: from.number() }, () => ({
    id: uuidOf(from.bytes(16)),
    lengths: fields.map(() => from.number()),
    words: from.number(),
    letters: from.number(),
  }));
}

/** Where a field of a document begins and ends, as places of the segment. */
function extentIn({ starts, ends }: Documents, document: number, field: OwnField): [from: number, to: number] {
  const at = fields.indexOf(field);
  const end = document * fieldCount + at;
  return [(at === 0 ? starts[document] : ends[end - 1]) ?? 0, ends[end] ?? 0];
}

/** The places (in order) that are in one of these fields; all of them if no fields are given. */
export function placesWithin(places: Uint32Array, documents: Documents, within: readonly OwnField[]): Uint32Array {
  if (within.length === 0) return places;
  let [document, next] = [0, 0];
  let extents: [from: number, to: number][] = [];
  return places.filter((place) => {
    if (place >= next) {
      document = documentAt(documents, place, document);
      next = documents.starts[document + 1] ?? 0;
      extents = within.map((field) => extentIn(documents, document, field));
    }
    return extents.some(([from, to]) => place >= from && place < to);
  });
}

/** The document that a place belongs to. `after`: a document at or before it. */
export function documentAt({ starts, near, nearBits }: Documents, place: number, after: number): number {
  let [low, step] = [Math.max(after, near[place >>> nearBits] ?? 0), 1];
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
