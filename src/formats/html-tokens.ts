import { Tokenizer } from 'htmlparser2';
import type { Found } from './file.ts';

export type HtmlToken =
  | { kind: 'open'; name: string; attributes: Record<string, string>; line: number }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }
  /** A tag begins there and never ends: it is the last token. */
  | { kind: 'endless'; line: number };

/** A tag that is longer than this is none: somebody forgot a quotation mark. In characters. */
const longestTag = 4_000_000;

/**
 * What a page is made of, as it is written, however its tags are nested or left open: piece by piece, so that a page of
 * any length fits. By the tokenizer alone: a parser keeps all open elements and moves them at each tag, and 150,000 that
 * nobody closed take it minutes.
 */
export async function* htmlTokens(text: AsyncIterable<string>): AsyncGenerator<HtmlToken, void> {
  let tokens: HtmlToken[] = [];
  let [name, begun, attribute, value] = ['', 0, '', ''];
  // Where the last whole piece of the page ended, and before where no text is asked for again.
  let [passed, taken] = [0, 0];
  let attributes: Record<string, string> = {};
  const lines = lineCounter();
  const pieces = slices();
  const passTo = (end: number) => ([passed, taken] = [end, end]);
  const say = (part: string) => tokens.push({ kind: 'text', text: part });
  const opened = (end: number) => {
    tokens.push({ kind: 'open', name, attributes, line: lines.at(begun) });
    passTo(end);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
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
      onselfclosingtag: opened,
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
      oncdata: (_start, end) => passTo(end),
      ondeclaration: (_start, end) => passTo(end),
      onprocessinginstruction: (_start, end) => passTo(end),
      onend: () => undefined,
    },
  );
  let written = 0;
  for await (const part of text) {
    lines.add(part);
    pieces.add(part);
    tokenizer.write(part);
    written += part.length;
    yield* tokens;
    tokens = [];
    pieces.forget(taken);
    if (written - passed <= longestTag) continue;
    yield { kind: 'endless', line: lines.at(passed) };
    return;
  }
  tokenizer.end();
  yield* tokens;
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
export function endlessTag({ line }: { line: number }): Found {
  const why = 'A tag begins here and never ends, so the rest of the file cannot be told apart.';
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
