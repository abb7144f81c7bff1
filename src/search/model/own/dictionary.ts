import { ByteReader, ByteWriter } from './bytes.ts';

/** A word of a segment: how many documents have it, and where the list of its places is among all lists. */
export interface Entry {
  term: string;
  df: number;
  /** The first byte; how many bytes tell weights, which only a long list has; how many tell places after them. */
  from: number;
  weights: number;
  places: number;
}

const fileBytes = 8192;
/** More than any word takes, which has 32 characters. */
const wordBytes = 256;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Sorted words in files of about 8 KB, each word without what it shares with the one before. `first` are the words with
 * which files begin.
 */
export class SortedFiles {
  readonly files: Uint8Array[] = [];
  readonly first: string[] = [];
  private readonly out = new ByteWriter();
  private last = new Uint8Array(wordBytes);
  private lastLength = 0;
  private next = new Uint8Array(wordBytes);

  /** Begins a file where one is due. True where it did: what only the first word of a file says is written then. */
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

/** Words that share their beginnings, as SortedFiles wrote them. */
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

/** The words of a file that holds nothing but them. */
export function readWords(bytes: Uint8Array): string[] {
  const reader = new ByteReader(bytes);
  const words = new SharedReader(reader);
  const found: string[] = [];
  while (!reader.ended) found.push(words.next());
  return found;
}

/** The numbers of the files that may hold what begins with `prefix`: from the first, up to before the second. */
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
