import { Parser } from 'htmlparser2';
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
 * any length fits.
 */
export async function* htmlTokens(text: AsyncIterable<string>): AsyncGenerator<HtmlToken, void> {
  let tokens: HtmlToken[] = [];
  const lines = lineCounter();
  const parser: Parser = new Parser({
    onopentag: (name, attributes) => tokens.push({ kind: 'open', name, attributes, line: lines.at(parser.startIndex) }),
    onclosetag: (name) => tokens.push({ kind: 'close', name }),
    ontext: (part) => tokens.push({ kind: 'text', text: part }),
  });
  let written = 0;
  for await (const part of text) {
    lines.add(part);
    parser.write(part);
    written += part.length;
    yield* tokens;
    tokens = [];
    lines.at(parser.startIndex);
    if (written - parser.endIndex <= longestTag) continue;
    yield { kind: 'endless', line: lines.at(parser.endIndex) };
    return;
  }
  parser.end();
  yield* tokens;
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
