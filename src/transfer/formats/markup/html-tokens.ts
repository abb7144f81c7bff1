import { Tokenizer } from 'htmlparser2';
import type { ReadEntry } from '../file.ts';

export type HtmlToken =
  | { kind: 'open'; name: string; attributes: Record<string, string>; line: number }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  /** `<!…>` without its delimiters: the doctype. */
  | { kind: 'declaration'; text: string }
  /** The last token if a tag is too long, or (`isCut`) if the file ends within it. */
  | { kind: 'endless'; line: number; isCut: boolean };

export type Tag = Exclude<HtmlToken, { kind: 'endless' | 'declaration' }>;
export type Attributes = Record<string, string>;

/** Block elements, and the Markdown marks of inline elements. */
export const blocks = new Set('p div section article table figure figcaption h1 h2 h3 h4 h5 h6 dl dt dd'.split(' '));
export const emphasisMarks: Readonly<Partial<Record<string, string>>> = {
  ...{ b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', strike: '~~', code: '`' },
};

/** A longer tag must have an unclosed quotation mark. In characters. */
const longestTag = 4_000_000;

/**
 * The tokens of a page as it is written, however its tags are nested or left open, piece by piece for pages of any length.
 * It uses only the tokenizer: a parser keeps all open elements and moves them at each tag, which takes minutes for 150,000
 * unclosed ones.
 */
export async function* htmlTokens(
  text: AsyncIterable<string>,
  mode: 'html' | 'xml' = 'html',
): AsyncGenerator<HtmlToken, void> {
  for await (const tokens of htmlTokenLists(text, mode)) yield* tokens;
}

/** The same in lists, for pages of many tags: awaiting each token takes longer than finding it. */
export async function* htmlTokenLists(
  text: AsyncIterable<string>,
  mode: 'html' | 'xml' = 'html',
): AsyncGenerator<HtmlToken[], void> {
  const tokenizer = htmlTokenizer(mode);
  for await (const part of text) {
    const tokens = tokenizer.write(part);
    yield tokens;
    if (tokens.at(-1)?.kind === 'endless') return;
  }
  yield tokenizer.end();
}

/** The tokenizer itself: returns what each piece completes, and the rest at the end. XML has only its standard entities. */
export function htmlTokenizer(mode: 'html' | 'xml' = 'html'): {
  write: (part: string) => HtmlToken[];
  end: () => HtmlToken[];
} {
  let tokens: HtmlToken[] = [];
  let [name, tagStart, attribute, value] = ['', 0, '', ''];
  // Where the last complete token ended, and up to where no text is needed any more.
  let [passed, taken] = [0, 0];
  let attributes: Record<string, string> = {};
  let inTag = false;
  const lines = lineCounter();
  const pieces = slices();
  const passTo = (end: number) => ([passed, taken] = [end, end]);
  const addText = (part: string) => tokens.push({ kind: 'text', text: part });
  const opened = (end: number) => {
    tokens.push({ kind: 'open', name, attributes, line: lines.at(tagStart) });
    inTag = false;
    passTo(end);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: mode === 'xml' },
    {
      onopentagname: (start, end) => {
        inTag = true;
        [name, tagStart, attributes] = [pieces.between(start, end).toLowerCase(), start - 1, {}];
        passTo(end);
      },
      onattribname: (start, end) => (attribute = pieces.between(start, end).toLowerCase()),
      onattribdata: (start, end) => {
        value += pieces.between(start, end);
        taken = end;
      },
      onattribentity: (codepoint) => (value += String.fromCodePoint(codepoint)),
      onattribend: (_quote, end) => {
        if (!Object.hasOwn(attributes, attribute)) attributes[attribute] = value;
        value = '';
        passTo(end);
      },
      onopentagend: opened,
      onselfclosingtag: (end) => {
        opened(end);
        if (mode === 'xml') tokens.push({ kind: 'close', name });
      },
      onclosetag: (start, end) => {
        tokens.push({ kind: 'close', name: pieces.between(start, end).toLowerCase() });
        passTo(end);
      },
      ontext: (start, end) => {
        addText(pieces.between(start, end));
        passTo(end);
      },
      ontextentity: (codepoint, end) => {
        addText(String.fromCodePoint(codepoint));
        passTo(end);
      },
      oncomment: (_start, end) => passTo(end),
      oncdata: (start, end, offset) => {
        if (mode === 'xml') addText(pieces.between(start, end - offset));
        passTo(end);
      },
      ondeclaration: (start, end) => {
        tokens.push({ kind: 'declaration', text: pieces.between(start, end) });
        passTo(end);
      },
      onprocessinginstruction: (_start, end) => passTo(end),
      onend: () => undefined,
    },
  );
  let written = 0;
  const given = () => {
    const all = tokens;
    tokens = [];
    return all;
  };
  return {
    write: (part) => {
      lines.add(part);
      pieces.add(part);
      tokenizer.write(part);
      written += part.length;
      pieces.forget(taken);
      if (written - passed > longestTag) tokens.push({ kind: 'endless', line: lines.at(passed), isCut: false });
      return given();
    },
    end: () => {
      tokenizer.end();
      const isCut = inTag || pieces.between(passed, written).includes('<');
      if (isCut) tokens.push({ kind: 'endless', line: lines.at(passed), isCut: true });
      return given();
    },
  };
}

/** The text between two positions of a text that arrives in pieces; keeps only what may still be needed. */
function slices(): {
  add: (part: string) => void;
  between: (start: number, end: number) => string;
  forget: (before: number) => void;
} {
  let [kept, from] = ['', 0];
  return {
    add: (part) => {
      kept += part;
    },
    between: (start, end) => kept.slice(start - from, end - from),
    forget: (before) => {
      kept = kept.slice(before - from);
      from = before;
    },
  };
}

/** The report of an endless tag. */
export function endlessTag({ line, isCut }: { line: number; isCut: boolean }): ReadEntry {
  const why = isCut
    ? 'The file is cut off here, in the middle of a tag. Everything before it was imported.'
    : 'A tag begins here and doesn’t end within 4 million characters, so the rest of the file can’t be read.';
  return { place: `line ${line}`, why };
}

/** Line numbers at increasing positions of a text that arrives in pieces; keeps only what follows the last position. */
function lineCounter(): { add: (part: string) => void; at: (index: number) => number } {
  let [ahead, passed, line] = ['', 0, 1];
  return {
    add: (part) => {
      ahead += part;
    },
    at: (index) => {
      const upTo = Math.max(0, Math.min(ahead.length, index - passed));
      line += ahead.slice(0, upTo).split('\n').length - 1;
      ahead = ahead.slice(upTo);
      passed += upTo;
      return line;
    },
  };
}
