import { linesOf } from '../lines.ts';

/** The text of an entry with the line on which it begins; `why`: what keeps it from being read, its text cut. */
export type BibtexEntry = { line: number; text: string; why?: string };

/** No entry is longer, and none has so many braces within each other. In characters, and levels. */
const max = { length: 300_000, depth: 50 };

/** How an entry begins: `@article{key`, `@string(`. */
export const begins = /^\s*@\s*[a-z]+\s*[{(]/i;

/**
 * The entries of a file, piece by piece, before anything looks into them: what is too long or too deep is met here. One
 * whose braces are never closed ends where the next one begins.
 */
export async function* bibtexEntries(text: AsyncIterable<string>): AsyncGenerator<BibtexEntry, void> {
  let open: OpenEntry | undefined;
  for await (const { line, number } of linesOf(text)) {
    if (open && begins.test(line)) {
      yield open.broken();
      open = undefined;
    }
    for (let rest = line; rest !== '';) {
      if (!open && !begins.test(rest)) break;
      open ??= new OpenEntry(number);
      rest = open.take(rest);
      if (!open.isClosed) break;
      yield open.whole();
      open = undefined;
    }
  }
  if (open) yield open.broken();
}

class OpenEntry {
  readonly #line: number;
  #text = '';
  #length = 0;
  #closer = '';
  #depth = 0;
  #deepest = 0;

  constructor(line: number) {
    this.#line = line;
  }

  get isClosed(): boolean {
    return this.#closer !== '' && this.#depth === 0;
  }

  /** Takes a line as far as it belongs to the entry, and gives what is left of it. */
  take(line: string): string {
    let at = 0;
    for (; at < line.length && !this.isClosed; at += 1) {
      const sign = line[at];
      if (sign === '\\') at += 1;
      else if (sign === '{' || (sign === '(' && this.#closer === '')) {
        this.#closer ||= sign === '{' ? '}' : ')';
        this.#depth += 1;
        this.#deepest = Math.max(this.#deepest, this.#depth);
      } else if (sign === this.#closer && this.#depth === 1) this.#depth = 0;
      else if (sign === '}' && this.#depth > 1) this.#depth -= 1;
    }
    this.#length += at + 1;
    if (this.#length <= max.length) this.#text += `${line.slice(0, at)}\n`;
    return line.slice(at);
  }

  whole(): BibtexEntry {
    const entry = { line: this.#line, text: this.#text };
    if (this.#length > max.length) return { ...entry, why: `This entry is longer than ${max.length} characters.` };
    if (this.#deepest <= max.depth) return entry;
    return { ...entry, why: `This entry has more than ${max.depth} braces within each other.` };
  }

  broken(): BibtexEntry {
    return { line: this.#line, text: this.#text, why: 'A brace of this entry is never closed.' };
  }
}
