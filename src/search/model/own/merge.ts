import { joined } from '../../../platform/model/bytes.ts';
import { readAscending, readEntries, readWords } from './bytes.ts';
import { documentAt, documentsOf, extentOf, type Documents } from './documents.ts';
import { grown, stepPlaces, type Steps } from './collect.ts';
import { openSegment, type SegmentRow, SegmentWriter } from './segment.ts';

/** A segment as it is stored: the contents of its files, in the order of fileNames. */
export interface Stored {
  row: SegmentRow;
  contents: readonly Uint8Array[];
}

/** One segment of the documents in these that are not dead, and each document's new number in it (-1 if dead). */
export function* merged(
  name: string,
  stored: readonly Stored[],
): Steps<{ row: SegmentRow; files: Map<string, Uint8Array>; numbers: Int32Array[] }> {
  const inputs: ReturnType<typeof inputOf>[] = [];
  for (const one of stored) {
    inputs.push(inputOf(one));
    yield;
  }
  const extents = inputs.flatMap(({ documents, dead }) =>
    documents.ids.flatMap((_, at) => (dead.has(at) ? [] : [extentOf(documents, at)])),
  );
  yield;
  const documents = documentsOf(extents);
  yield;
  let next = 0;
  const numbers = inputs.map((input) =>
    Int32Array.from(input.documents.ids, (_, at) => (input.dead.has(at) ? -1 : next++)),
  );
  const writer = new SegmentWriter(documents);
  let room = new Uint32Array(1024);
  let pending = 0;
  for (const same of together(
    inputs.map(({ entries }) => entries),
    ({ term }) => term,
  )) {
    let [count, df] = [0, 0];
    for (const [input, { from, weights, places }] of same) {
      const { lists, documents: before } = inputs[input]!;
      const known = readAscending(lists.subarray(from + weights, from + weights + places));
      while (room.length < count + known.length) room = grown(room);
      const more = moved(known, before, numbers[input]!, documents.starts, room, count);
      count += more.places;
      df += more.documents;
      pending += known.length + 20;
    }
    const [first] = same;
    if (first && count > 0) writer.word(first[1].term, df, room.subarray(0, count));
    if (pending < stepPlaces) continue;
    pending = 0;
    yield;
  }
  for (const [[, word] = [0, '']] of together(
    inputs.map(({ ends }) => ends),
    (word) => word,
  )) {
    writer.ending(word);
    pending += 20;
    if (pending < stepPlaces) continue;
    pending = 0;
    yield;
  }
  yield;
  return { ...writer.end(name, extents), numbers };
}

/** Appends the places of a word, as they are in the new segment, after the first `count` of `into`, and counts them. */
function moved(
  places: Uint32Array,
  before: Documents,
  numbers: Int32Array,
  newStarts: Uint32Array,
  into: Uint32Array,
  count: number,
): { places: number; documents: number } {
  let [filled, document, next, shift, alive] = [count, 0, 0, 0, 0];
  let lives = false;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (place >= next) {
      document = documentAt(before, place, document);
      next = before.starts[document + 1] ?? 0;
      const number = numbers[document] ?? -1;
      lives = number >= 0;
      if (lives) alive += 1;
      shift = (newStarts[number] ?? 0) - (before.starts[document] ?? 0);
    }
    if (lives) into[filled++] = place + shift;
  }
  return { places: filled - count, documents: alive };
}

function inputOf({ row, contents }: Stored) {
  const [words, ends] = row.files;
  const head = contents[0] ?? new Uint8Array();
  return {
    documents: openSegment(row.name, head).documents,
    dead: new Set(row.dead),
    entries: each(contents.slice(1, 1 + words), readEntries),
    ends: each(contents.slice(1 + words, 1 + words + ends), readWords),
    lists: joined(contents.slice(1 + words + ends)),
  };
}

function* each<T>(files: readonly Uint8Array[], read: (file: Uint8Array) => T[]): Generator<T> {
  for (const file of files) yield* read(file);
}

/** Walks through sorted sequences in parallel: each key once, with the items of the sequences that have it. */
function* together<T>(sequences: Generator<T>[], keyOf: (one: T) => string): Generator<[number, T][]> {
  const heads = sequences.map((sequence) => sequence.next());
  for (;;) {
    let least: string | undefined;
    for (const { done, value } of heads) {
      if (done) continue;
      const key = keyOf(value);
      if (least === undefined || key < least) least = key;
    }
    if (least === undefined) return;
    const same: [number, T][] = [];
    for (const [at, head] of heads.entries()) {
      if (head.done || keyOf(head.value) !== least) continue;
      same.push([at, head.value]);
      heads[at] = sequences[at]!.next();
    }
    yield same;
  }
}

/** The most places that a merged segment has: all of it is in memory while it is made. */
const maxPlaces = 2 ** 24;

/**
 * How many segments of similar size are merged. With a higher number searches read more; with a lower one more is
 * rewritten.
 */
const alike = 3;

/**
 * The segments to merge, if any: three or more, each not much larger than all smaller ones together; or one of which a
 * third is dead. So there are few segments, and each document is rewritten only a few times.
 */
export function segmentsToMerge(rows: readonly SegmentRow[]): SegmentRow[] {
  const bySize = rows.filter(({ places }) => places < maxPlaces / 2).sort((one, other) => one.places - other.places);
  for (const start of bySize.keys()) {
    const chosen: SegmentRow[] = [];
    let sum = 0;
    for (const row of bySize.slice(start)) {
      if (chosen.length > 0 && (row.places > sum * 2 || sum + row.places > maxPlaces)) break;
      chosen.push(row);
      sum += row.places;
    }
    if (chosen.length >= alike) return rows.filter((row) => chosen.includes(row));
  }
  return rows.filter(({ documents, dead }) => dead.length * 3 > documents).slice(0, 1);
}
