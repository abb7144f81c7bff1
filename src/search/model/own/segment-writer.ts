import { ByteWriter, writeAscending } from './bytes.ts';
import { SortedFiles, writeEntry } from './dictionary.ts';
import { writeExtents, type Documents, type Extent } from './documents.ts';
import { chunkBytes, fileNames, type SegmentRow } from './segment.ts';
import { weightsBefore } from './weighed.ts';

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

  /** What tells of the segment, and its files. */
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
