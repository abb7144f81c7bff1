import { parse, type Item, type Value } from 'bibtex-parse';
import { citationItem, citationTexts } from '../json/csl-json.ts';
import { itemEntry, type ReadEntry, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { numbered } from '../field-values.ts';
import { fromMarkdown, literal, literalStart, type Markdown } from '../../model/as-markdown.ts';

/** LaTeX's commands for accents, with combining characters. */
const accents: Readonly<Record<string, string>> = {
  ...{ '`': '\u0300', "'": '\u0301', '^': '\u0302', '~': '\u0303', '=': '\u0304', u: '\u0306', '.': '\u0307' },
  ...{ '"': '\u0308', r: '\u030a', H: '\u030b', v: '\u030c', d: '\u0323', c: '\u0327', k: '\u0328', b: '\u0331' },
};

const letters: Readonly<Record<string, string>> = {
  ...{ ss: 'ß', ae: 'æ', AE: 'Æ', oe: 'œ', OE: 'Œ', o: 'ø', O: 'Ø', aa: 'å', AA: 'Å', l: 'ł', L: 'Ł', i: 'ı', j: 'ȷ' },
  ...{ textendash: '–', textemdash: '—', textquoteright: '’', textquoteleft: '‘', ldots: '…', dots: '…' },
  ...{ textquotedblleft: '“', textquotedblright: '”', textasciitilde: '~', textbackslash: '\\', textbar: '|' },
};

/** Accent commands that are letters need a space or brace after them: `\c{c}`, `\v s`. */
const accented =
  /\\(?:([`'^~=."])\s*|([uvHtcdbkr])(?:\s+|(?=\{)))(?:\{\s*(?:\\([ij])|(\p{L}))?\s*\}|\\([ij])(?![a-z])|(\p{L}))/giu;

/**
 * The words of a LaTeX text: with accents and letters as characters, without braces that keep capitals, and without commands
 * around words. Formulas are not changed.
 */
export function latexText(latex: string): string {
  return readParts(latex, (words) => words);
}

/** The same as Markdown, in which formulas are rendered. */
function latexMarkdown(latex: string): Markdown {
  return fromMarkdown(literalStart(readParts(latex, literal)));
}

function readParts(latex: string, shown: (words: string) => string): string {
  return latex
    .split(/(?<!\\)(\$[^$]*\$)/)
    .map((part, at) => (at % 2 === 1 ? part : shown(wordsOf(part))))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A literal field, such as an address, without the escapes of LaTeX. */
function verbatimText(latex: string): string {
  return latex
    .replace(/\\(?:url|href|path)\s*(?=\{)/g, '')
    .replace(/(?<!\\)[{}]/g, '')
    .replace(/\\([%&#_$~^{}])/g, '$1')
    .trim();
}

function wordsOf(latex: string): string {
  return latex
    .replace(
      accented,
      (whole, sign?: string, word?: string, dotless?: string, inner?: string, bare?: string, letter?: string) => {
        const mark = accents[sign ?? word ?? ''];
        return mark === undefined ? whole : `${inner ?? letter ?? dotless ?? bare ?? ''}${mark}`.normalize('NFC');
      },
    )
    .replace(/\\(?:url|href)\s*\{([^{}]*)\}/g, '$1')
    .replace(
      /\\([a-z]+)(?:\{\}|\s+|(?![a-z]))/gi,
      (whole, name: string) => letters[name] ?? (/\s$/.test(whole) ? ' ' : ''),
    )
    .replace(/\\([%&#_$ ])/g, '$1')
    .replace(/(?<!\\)[{}]/g, '')
    .replace(/\\([{}])/g, '$1')
    .replace(/(?<!\\)~/g, ' ')
    .replace(/---/g, '—')
    .replace(/--/g, '–');
}

/** The text of an entry, and the line on which it begins; `why`: why it cannot be read (its text is cut then). */
type BibtexEntry = { line: number; text: string; why?: string };

/** Limits of an entry and the nesting of its braces, in characters and levels. */
const max = { length: 300_000, depth: 50 };

/** The beginning of an entry: `@article{key`, `@string(`. */
const begins = /^\s*@\s*[a-z]+\s*[{(]/i;

/**
 * The entries of a file, piece by piece. Entries that are too long or too deep are found here, before they are parsed. An
 * entry with an unclosed brace ends where the next one begins.
 */
async function* bibtexEntries(text: AsyncIterable<string>): AsyncGenerator<BibtexEntry, void> {
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

  /** Takes the part of a line that belongs to the entry, and returns the rest. */
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
    return { ...entry, why: `This entry nests more than ${max.depth} braces.` };
  }

  broken(): BibtexEntry {
    return { line: this.#line, text: this.#text, why: 'A brace in this entry is never closed.' };
  }
}

/** References in LaTeX's format, from Zotero, JabRef, BibDesk, Mendeley and others. */
export const bibtex: Format = {
  name: 'BibTeX',
  confidence: ({ lines }) => {
    const [first = '', ...more] = lines().filter((line) => line.trim() !== '' && !line.startsWith('%'));
    // Everything before the first entry is a comment.
    const isSaid = /^(Automatically generated by Mendeley|This file was created with JabRef)/.test(first);
    return begins.test(first) || (isSaid && more.some((line) => begins.test(line))) ? 0.8 : 0;
  },
  items: async function* (text) {
    const words = new Map(months);
    let count = 0;
    for await (const entry of bibtexEntries(text)) {
      const one = readEntry(entry, words);
      if (!one) continue;
      count += 1;
      yield one;
    }
    if (count === 0) yield { place: 'the file', why: 'There are no references in this file.' };
  },
};

/** Words that are predefined. */
const months = ['January', 'February', 'March', 'April', 'May', 'June']
  .concat(['July', 'August', 'September', 'October', 'November', 'December'])
  .map((month): [string, string] => [month.slice(0, 3).toLowerCase(), month]);

/** Reads an entry. Undefined for a comment, and for the definition of a word, which is added to `words`. */
function readEntry({ line, text, why }: BibtexEntry, words: Map<string, string>): ReadEntry | undefined {
  const place = `line ${line}`;
  const [, type = '', key = ''] = /^\s*@\s*([a-z]+)\s*[{(]\s*([^\s,={}()"#]*)/i.exec(text) ?? [];
  if (/^(comment|preamble)$/i.test(type)) return undefined;
  const refused = (reason: string): ReadEntry => ({ place, title: `${type} ${key}`.trim().slice(0, 300), why: reason });
  if (why !== undefined) return refused(why);
  const isNameless = key === '' && /^[^,={]*[{(]\s*,/.test(text);
  const item = parsed(isNameless ? text.replace(',', 'nameless,') : text);
  if (item?.itemtype === 'string') return void words.set(item.name.toLowerCase(), latexOf(item, words));
  if (item?.itemtype !== 'entry')
    return refused('This entry is broken: a comma, a quotation mark or a name is missing.');
  const written = item.fields.map((field) => [field.name.trim().toLowerCase(), latexOf(field, words)] as const);
  const fields = numbered(written).map(([name, latex]) => {
    const read = isSaid(name) ? latexMarkdown : verbatim.test(name) ? verbatimText : latexText;
    return [name, read(latex)] as const;
  });
  return itemEntry(
    place,
    citationItem({ ...Object.fromEntries(fields), type: item.type, key: isNameless ? '' : (item.key ?? '') }),
  );
}

const isSaid = (name: string) => citationTexts.some((each) => each === name);

/** Parses an entry. Undefined also if it exhausts the parser's recursion, with hundreds of braces next to each other. */
function parsed(text: string): Item | undefined {
  try {
    return parse(text, { number: 'string' }).find(({ itemtype }) => itemtype === 'entry' || itemtype === 'string');
  } catch {
    return undefined;
  }
}

/** Fields whose characters are literal. */
const verbatim = /^(url|urldate|doi|howpublished|eprint|file|isbn|issn|date.*|timestamp)$/;

/** The value of a field, with defined words replaced. */
function latexOf(value: Value, words: ReadonlyMap<string, string>): string {
  if (value.datatype === 'concatinate') return value.value.map((part) => latexOf(part, words)).join('');
  if (value.datatype === 'identifier') return words.get(value.value.toLowerCase()) ?? value.value;
  return value.datatype === 'null' ? '' : String(value.value);
}
