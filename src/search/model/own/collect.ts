import { prefixOf, prefixesOf } from '../variants.ts';
import { reversed, spokenWords, wordsOf } from '../words.ts';
import { documentsOf, type Extent, type OwnDocument } from './documents.ts';
import { type SegmentRow, SegmentWriter } from './segment.ts';

/** Work in steps of a few milliseconds each. */
export type Steps<T> = Generator<undefined, T>;

/** Makes a segment of these documents. */
export function* collected(
  name: string,
  documents: readonly OwnDocument[],
): Steps<{ row: SegmentRow; files: Map<string, Uint8Array> }> {
  const words = new Words();
  const extents: Extent[] = [];
  for (const document of documents) {
    extents.push(yield* words.read(document));
    yield;
  }
  const writer = new SegmentWriter(documentsOf(extents));
  const entryOf = yield* words.byTerm();
  const terms = yield* sorted(words.terms.keys());
  let pending = 0;
  for (const term of terms) {
    const { df, places } = entryOf(term);
    writer.word(term, df, places);
    pending += places.length + 20;
    if (pending < stepPlaces) continue;
    pending = 0;
    yield;
  }
  for (const word of yield* sorted(backwards(terms))) writer.ending(word);
  yield;
  return writer.end(name, extents);
}

/** How many places are written in a few milliseconds. */
export const stepPlaces = 100_000;
const stepCharacters = 65_536;

/** Sorts words. Those with the same first letter are sorted together, so that each step is short. */
function* sorted(words: Iterable<string>): Steps<string[]> {
  const byFirst = new Map<number, string[]>();
  for (const word of words) {
    const alike = byFirst.get(word.charCodeAt(0));
    if (alike) alike.push(word);
    else byFirst.set(word.charCodeAt(0), [word]);
  }
  yield;
  const all: string[][] = [];
  for (const [, alike] of [...byFirst].sort(([one], [other]) => one - other)) {
    all.push(alike.sort());
    yield;
  }
  return all.flat();
}

function* backwards(words: readonly string[]): Generator<string> {
  for (const word of words) if (hasEnding(word)) yield reversed(word);
}

/** Words of three letters and more may be misspelt, and are then looked up by their endings. */
const hasEnding = (term: string) => term.length >= 3 && !term.endsWith('*');

class Words {
  readonly terms = new Map<string, number>();
  private termAt = new Uint32Array(65_536);
  private places = new Uint32Array(65_536);
  private count = 0;
  private place = 0;
  /** How many documents have each word, and the last document that has it. */
  private readonly df: number[] = [];
  private readonly lastIn: number[] = [];
  private document = 0;

  /** Leaves a gap of one place between fields, so that no phrase spans two of them. */
  *read({ id, title, tags, author, site, text, copy, highlights, comments }: OwnDocument): Steps<Extent> {
    const start = this.place;
    this.document += 1;
    const begins = new Set<string>();
    const lengths: number[] = [];
    for (const field of [title, tags.join(' '), author, site]) {
      const from = this.place;
      for (const word of this.field(field)) {
        if (field !== site) for (const letters of prefixesOf(word)) begins.add(letters);
      }
      this.place += 1;
      lengths.push(this.place - from);
    }
    for (const letters of begins) this.add(prefixOf(letters), start);
    const before = this.count;
    for (const field of [text, copy, highlights, comments]) {
      const from = this.place;
      for (const part of partsOf(field)) {
        this.field(part);
        yield;
      }
      this.place += 1;
      lengths.push(this.place - from);
    }
    return { id, lengths, words: this.count - before, letters: title.length };
  }

  /** Returns, for a word, how many documents have it, and its places. */
  *byTerm(): Steps<(term: string) => { df: number; places: Uint32Array }> {
    const ends = new Uint32Array(this.terms.size + 1);
    for (let at = 0; at < this.count; at += 1) ends[(this.termAt[at] ?? 0) + 1]! += 1;
    for (let term = 0; term < this.terms.size; term += 1) ends[term + 1]! += ends[term] ?? 0;
    yield;
    const next = ends.slice();
    const places = new Uint32Array(this.count);
    for (let from = 0; from < this.count; from += stepPlaces) {
      const to = Math.min(this.count, from + stepPlaces);
      for (let at = from; at < to; at += 1) places[next[this.termAt[at] ?? 0]!++] = this.places[at] ?? 0;
      yield;
    }
    return (word) => {
      const term = this.terms.get(word) ?? 0;
      return { df: this.df[term] ?? 0, places: places.subarray(ends[term], ends[term + 1]) };
    };
  }

  private field(text: string): string[] {
    const words = paired.test(text) ? undefined : spokenWords(text);
    if (words) {
      for (const word of words) this.add(word, this.place++);
      return words;
    }
    let [from, to] = [-1, -1];
    return wordsOf(text, { ends: true }).map((word) => {
      // The last character of a run also comes alone, at the place of the pair before it.
      const within = word.from > from && word.to <= to;
      if (within) this.add(word.word, this.place - 1);
      else {
        this.add(word.word, this.place++);
        [from, to] = [word.from, word.to];
      }
      return word.word;
    });
  }

  private add(word: string, place: number): void {
    let term = this.terms.get(word);
    if (term === undefined) {
      term = this.terms.size;
      this.terms.set(word, term);
      this.df.push(0);
      this.lastIn.push(0);
    }
    if (this.lastIn[term] !== this.document) {
      this.lastIn[term] = this.document;
      this.df[term]! += 1;
    }
    if (this.count === this.termAt.length) [this.termAt, this.places] = [grown(this.termAt), grown(this.places)];
    this.termAt[this.count] = term;
    this.places[this.count++] = place;
  }
}

const paired = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;

export function grown(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}

/** Splits a text between words, into parts that take little time each. */
function* partsOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > stepCharacters) {
    beside.lastIndex = from + stepCharacters;
    const cut = beside.exec(text)?.index ?? text.length;
    yield text.slice(from, cut);
    from = cut;
  }
  if (from < text.length) yield text.slice(from);
}

const beside = /[^\p{L}\p{M}\p{N}]/gu;
