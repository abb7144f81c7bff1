import { Tokenizer } from 'htmlparser2';
import type { Found } from '../file.ts';

export type HtmlToken =
  | { kind: 'open'; name: string; attributes: Record<string, string>; line: number }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  /** `<!…>`, without its signs: the doctype. */
  | { kind: 'declaration'; text: string }
  /** A tag begins there and is too long, or (`isCut`) the file ends within it: it is the last token. */
  | { kind: 'endless'; line: number; isCut: boolean };

export type Tag = Exclude<HtmlToken, { kind: 'endless' | 'declaration' }>;
export type Attributes = Record<string, string>;

/** Elements that stand in lines of their own, and the signs of Markdown around the words of others. */
export const blocks = new Set('p div section article table figure figcaption h1 h2 h3 h4 h5 h6 dl dt dd'.split(' '));
export const signs: Readonly<Partial<Record<string, string>>> = {
  ...{ b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', strike: '~~', code: '`' },
};

/** A tag that is longer than this is none: somebody forgot a quotation mark. In characters. */
const longestTag = 4_000_000;

/**
 * What a page is made of, as it is written, however its tags are nested or left open: piece by piece, so that a page of
 * any length fits. By the tokenizer alone: a parser keeps all open elements and moves them at each tag, and 150,000 that
 * nobody closed take it minutes.
 */
export async function* htmlTokens(
  text: AsyncIterable<string>,
  mode: 'html' | 'xml' = 'html',
): AsyncGenerator<HtmlToken, void> {
  for await (const tokens of htmlTokenLists(text, mode)) yield* tokens;
}

/** The same for pages of many tags: to wait for each of them takes longer than to find it. */
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

/** The same by hand: what each piece completes, and what the end does. XML has no entities but those of the standard. */
export function htmlTokenizer(mode: 'html' | 'xml' = 'html'): {
  write: (part: string) => HtmlToken[];
  end: () => HtmlToken[];
} {
  let tokens: HtmlToken[] = [];
  let [name, begun, attribute, value] = ['', 0, '', ''];
  // Where the last whole piece of the page ended, and before where no text is asked for again.
  let [passed, taken] = [0, 0];
  let attributes: Record<string, string> = {};
  let inTag = false;
  const lines = lineCounter();
  const pieces = slices();
  const passTo = (end: number) => ([passed, taken] = [end, end]);
  const say = (part: string) => tokens.push({ kind: 'text', text: part });
  const opened = (end: number) => {
    tokens.push({ kind: 'open', name, attributes, line: lines.at(begun) });
    inTag = false;
    passTo(end);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: mode === 'xml' },
    {
      onopentagname: (start, end) => {
        inTag = true;
        [name, begun, attributes] = [pieces.between(start, end).toLowerCase(), start - 1, {}];
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
        say(pieces.between(start, end));
        passTo(end);
      },
      ontextentity: (codepoint, end) => {
        say(String.fromCodePoint(codepoint));
        passTo(end);
      },
      oncomment: (_start, end) => passTo(end),
      oncdata: (start, end, offset) => {
        if (mode === 'xml') say(pieces.between(start, end - offset));
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

/** What lies between two places of a text that is met piece by piece, keeping what may still be asked for. */
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

/** What a report says of such a tag. */
export function endlessTag({ line, isCut }: { line: number; isCut: boolean }): Found {
  const why = isCut
    ? 'The file is cut off here, in the middle of a tag. Everything before it was imported.'
    : 'A tag begins here and doesn’t end within 4 million characters, so the rest of the file can’t be read.';
  return { place: `line ${line}`, why };
}

/** Lines at growing places of a text that is met piece by piece, keeping only what lies ahead of the last place. */
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
