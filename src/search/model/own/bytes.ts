/** A growing buffer of bytes: numbers with seven bits a byte, and texts after their length. */
export class ByteWriter {
  private room = new Uint8Array(1024);
  length = 0;

  number(value: number): void {
    if (this.length + 8 > this.room.length) this.grow(8);
    let rest = value;
    while (rest >= 128) {
      this.room[this.length++] = (rest % 128) + 128;
      rest = rest < 0x80000000 ? rest >>> 7 : Math.floor(rest / 128);
    }
    this.room[this.length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    if (this.length + bytes.length > this.room.length) this.grow(bytes.length);
    this.room.set(bytes, this.length);
    this.length += bytes.length;
  }

  text(text: string): void {
    const bytes = encoder.encode(text);
    this.number(bytes.length);
    this.bytes(bytes);
  }

  /** The written bytes; valid until more are written. */
  view(): Uint8Array {
    return this.room.subarray(0, this.length);
  }

  /** A copy of the written bytes. Empties the writer. */
  take(): Uint8Array {
    const taken = this.room.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  private grow(by: number): void {
    const wider = new Uint8Array(Math.max(this.room.length * 2, this.length + by));
    wider.set(this.room.subarray(0, this.length));
    this.room = wider;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reads what a ByteWriter wrote, in the same order. */
export class ByteReader {
  private readonly from: Uint8Array;
  at: number;

  constructor(from: Uint8Array, at = 0) {
    this.from = from;
    this.at = at;
  }

  get ended(): boolean {
    return this.at >= this.from.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; this.at < this.from.length; factor *= 128) {
      const byte = this.from[this.at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  }

  bytes(length: number): Uint8Array {
    this.at += length;
    return this.from.subarray(this.at - length, this.at);
  }

  text(): string {
    return decoder.decode(this.bytes(this.number()));
  }
}

/** Ascending numbers, as the distances between them. */
export function writeAscending(into: ByteWriter, numbers: ArrayLike<number>): void {
  let last = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    into.number(number - last);
    last = number;
  }
}

/** Reads what `writeAscending` wrote. */
export function readAscending(bytes: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(bytes.length);
  let [count, last, value, shift] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value |= (byte & 127) << shift;
    if (byte >= 128) {
      shift += 7;
      continue;
    }
    last += value >>> 0;
    numbers[count++] = last;
    value = 0;
    shift = 0;
  }
  return numbers.subarray(0, count);
}

/** A word of a segment: how many documents have it, and where its list of places is among all lists. */
export interface Entry {
  term: string;
  df: number;
  /**
   * The first byte; the number of bytes with weights, which only a long list has; the number of bytes with places after
   * them.
   */
  from: number;
  weights: number;
  places: number;
}

const fileBytes = 8192;
/** More than any word takes: words have at most 32 characters. */
const wordBytes = 256;

/**
 * Sorted words in files of about 8 KB, each without the beginning that it shares with the previous word. `first` are the
 * first words of the files.
 */
export class SortedFiles {
  readonly files: Uint8Array[] = [];
  readonly first: string[] = [];
  private readonly out = new ByteWriter();
  private last = new Uint8Array(wordBytes);
  private lastLength = 0;
  private next = new Uint8Array(wordBytes);

  /** Begins a new file if the current one is full. True if it did: the caller then writes what only a file's first word has. */
  begin(term: string): boolean {
    if (this.first.length > 0 && this.out.length < fileBytes) return false;
    this.end();
    this.first.push(term);
    return true;
  }

  word(term: string): void {
    const { last, next } = this;
    const length = encoder.encodeInto(term, next).written;
    let shared = 0;
    while (shared < this.lastLength && shared < length && last[shared] === next[shared]) shared += 1;
    this.out.number(shared);
    this.out.number(length - shared);
    this.out.bytes(next.subarray(shared, length));
    [this.last, this.next, this.lastLength] = [next, last, length];
  }

  number(value: number): void {
    this.out.number(value);
  }

  end(): void {
    if (this.out.length > 0) this.files.push(this.out.take());
    this.lastLength = 0;
  }
}

/** Reads words that share their beginnings, as SortedFiles writes them. */
class SharedReader {
  private readonly reader: ByteReader;
  private readonly word = new Uint8Array(wordBytes);

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  next(): string {
    const shared = this.reader.number();
    const own = this.reader.bytes(this.reader.number());
    this.word.set(own, shared);
    return decoder.decode(this.word.subarray(0, shared + own.length));
  }
}

export function writeEntry(into: SortedFiles, { term, df, from, weights, places }: Entry): void {
  if (into.begin(term)) into.number(from);
  into.word(term);
  into.number(df);
  into.number(weights);
  into.number(places);
}

/** The words of one file, in order. */
export function readEntries(bytes: Uint8Array): Entry[] {
  const reader = new ByteReader(bytes);
  const words = new SharedReader(reader);
  const entries: Entry[] = [];
  let from = reader.number();
  while (!reader.ended) {
    const term = words.next();
    const [df, weights, places] = [reader.number(), reader.number(), reader.number()];
    entries.push({ term, df, from, weights, places });
    from += weights + places;
  }
  return entries;
}

/** The words of a file that contains only words. */
export function readWords(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const words = new SharedReader(reader);
  const found: string[] = [];
  while (!reader.ended) found.push(words.next());
  return found;
}

/**
 * The numbers of the files that may hold words beginning with `prefix`: from the first number up to, but excluding, the
 * second.
 */
export function filesOf(first: readonly string[], prefix: string): [number, number] {
  const upTo = (holds: (key: string) => boolean) => {
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(first[middle] ?? '')) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const end = upTo((key) => key < prefix || key.startsWith(prefix));
  return [Math.max(0, upTo((key) => key < prefix) - 1), end];
}
