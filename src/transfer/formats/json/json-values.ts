import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { linesOf } from '../file.ts';
import { RepeatedNames } from './repeated-names.ts';

/**
 * A value of a list, or of an object instead of a list: `list` is the name of that, empty if it is the whole file; `key` is
 * the value's own name, if it has one; `at` counts from 1.
 */
export type JsonValue = { list: string; key: string | undefined; at: number; value: unknown };
/**
 * How the JSON ended: whether it broke off, after how many values; whether `more` JSON follows it; how many parts were
 * nested too deep, with the place of the first; and the names of single values beside the lists.
 */
export type JsonEnd = {
  broken: boolean;
  at: number;
  more: boolean;
  deep: number;
  place: string;
  beside: FirstNames;
};

/** No list of saved items is nested deeper. */
export const maxDepth = 64;

/**
 * The values of a JSON list, or of the lists in a JSON object, one by one; returns how it ended. If a value is a tree of saved
 * items (`isTree`), one that breaks off is returned as far as it goes.
 */
export async function* jsonValues(
  text: AsyncIterable<string>,
  isList: boolean,
  isTree = false,
): AsyncGenerator<JsonValue, JsonEnd> {
  const read = { values: [] as JsonValue[], list: '', at: 0, broken: false, whole: false };
  const tokenizer = new ExactTokenizer();
  const parser = new TokenParser({ paths: [isList ? '$.*' : '$.*.*'], keepStack: false });
  const outer = new OuterValues();
  tokenizer.onToken = (token) => {
    outer.take(token);
    parser.write(token);
  };
  parser.onValue = ({ value, key, stack }) => {
    const list = String(stack.at(-1)?.key ?? '');
    const at = typeof key === 'number' ? key + 1 : list === read.list ? read.at + 1 : 1;
    [read.list, read.at] = [list, at];
    read.values.push({ list, key: typeof key === 'number' ? undefined : String(key), at, value });
  };
  // As the library's own `JSONParser` ties the two together.
  parser.onError = (error) => tokenizer.error(error);
  tokenizer.onError = () => (read.broken = true);
  parser.onEnd = () => {
    read.whole = true;
    if (!tokenizer.isEnded) tokenizer.end();
  };
  const [shallow, closed] = [shallowJson(maxDepth), isTree ? closedJson() : undefined];
  for await (const part of text) {
    const piece = shallow.take(part);
    if (!read.whole) tokenizer.write(closed ? closed.take(piece) : piece);
    yield* read.values.splice(0);
    if (shallow.more() || (read.broken && !read.whole)) break;
  }
  const { whole, broken } = read;
  if (closed && !whole && !broken) tokenizer.write(closed.ends());
  yield* read.values.splice(0);
  const place = `character ${shallow.first()}`;
  return { broken: !whole, at: read.at, more: shallow.more(), deep: shallow.deep(), place, beside: outer.names };
}

/** How many fields that belong to no item are named. */
export const namedFields = 10;

/** The first names of fields, and how many there are: a file may have millions. A name that comes again at once is the same. */
export class FirstNames {
  readonly names: string[] = [];
  count = 0;
  #last: string | undefined;

  add(name: string): void {
    if (name === this.#last) return;
    this.#last = name;
    this.count += 1;
    if (this.names.length < namedFields) this.names.push(name);
  }
}

/** Finds the names of texts, numbers and the like in the outermost object, which the parser does not pass on. */
class OuterValues {
  #depth = 0;
  #name: string | undefined;
  #isNamed = false;
  readonly names = new FirstNames();

  take({ token, value }: { token: TokenType; value: unknown }): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    else if (this.#depth !== 1) return;
    else if (token === TokenType.COLON) this.#isNamed = true;
    else if (token === TokenType.COMMA) this.#isNamed = false;
    else if (!this.#isNamed) this.#name = String(value);
    else if (value !== null && value !== '') this.names.add(this.#name ?? '');
  }
}

/** Whether a number that is written like this would become another one: ids may be longer than the numbers that we have. */
function isInexact(written: string | undefined): written is string {
  return written !== undefined && /^-?\d{16,}$/.test(written) && !Number.isSafeInteger(Number(written));
}

class ExactTokenizer extends Tokenizer {
  protected override parseNumber(written: string): number {
    // Such a number becomes a text, which the parser passes on like any value.
    return isInexact(written) ? (written as unknown as number) : Number(written);
  }
}

/** The values of a file with one per line. A line that is not JSON is passed on as a text. */
export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<JsonValue, JsonEnd> {
  let [deep, place] = [0, ''];
  for await (const { line, number } of linesOf(text)) {
    if (line.trim() === '') continue;
    const { value, deep: left } = parsed(line);
    yield { list: '', key: undefined, at: number, value };
    if (deep === 0) place = `line ${number}`;
    deep += left;
  }
  return { broken: false, at: 0, more: false, deep, place, beside: new FirstNames() };
}

/** The value of a text that is JSON, or else the text itself. */
export function parsed(text: string): { value: unknown; deep: number } {
  const shallow = shallowJson(maxDepth);
  try {
    const piece = shallow.take(text);
    const value: unknown = /\d{16}/.test(text) ? JSON.parse(piece, exactNumber) : JSON.parse(piece);
    return { value, deep: shallow.deep() };
  } catch {
    return { value: text, deep: shallow.deep() };
  }
}

/** For `JSON.parse`, which says in newer browsers how a number is written. */
function exactNumber(_name: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && isInexact(source) ? source : value;
}

/** Passes on JSON up to the last object that has ended, and knows what would close everything that is open there. */
function closedJson(): { take: (part: string) => string; ends: () => string } {
  let [open, ends, kept] = ['', '', ''];
  let [inText, escaped] = [false, false];
  const take = (part: string) => {
    let closed = -1;
    for (let at = 0; at < part.length; at += 1) {
      const sign = part[at];
      if (inText) {
        if (escaped) escaped = false;
        else if (sign === '\\') escaped = true;
        else if (sign === '"') inText = false;
      } else if (sign === '"') inText = true;
      else if (sign === '{') open = `}${open}`;
      else if (sign === '[') open = `]${open}`;
      else if (sign === '}' || sign === ']') {
        open = open.slice(1);
        if (sign === '}') [closed, ends] = [at + 1, open];
      }
    }
    const whole = kept + part;
    const cut = closed < 0 ? 0 : kept.length + closed;
    kept = whole.slice(cut);
    return whole.slice(0, cut);
  };
  return { take, ends: () => ends };
}

/** Numbers that JSON does not have, but some programs write, with replacements that parsers accept. */
const noNumbers: Readonly<Record<string, string>> = { NaN: 'null', Infinity: '1e999' };
const isLetter = (sign: number) => (sign | 0x20) >= 0x61 && (sign | 0x20) <= 0x7a;

/**
 * Passes on JSON with `null` in place of everything nested deeper than `depth`, before a parser reserves memory for each
 * level: a small file with millions of brackets would exhaust it. A repeated name in an object gets a number, since a parser
 * would drop the earlier value.
 */
function shallowJson(depth: number) {
  let [level, deep, ended, more] = [0, 0, false, false];
  // In characters, counted from 1.
  let [taken, first] = [0, 0];
  let [inText, escaped] = [false, false];
  // The beginning of one of `noNumbers`.
  let word = '';
  const names = new RepeatedNames();
  const take = (part: string) => {
    let [out, from] = ['', 0];
    for (let at = 0; at < part.length; at += 1) {
      const sign = part.charCodeAt(at);
      if (word !== '') {
        if (isLetter(sign)) word += part[at];
        else [out, from, word] = [out + (noNumbers[word] ?? word), at, ''];
      }
      if (word !== '') continue;
      if (inText) {
        if (sign === 0x22 && !escaped) {
          inText = false;
          const time = names.isOpen ? names.end(level) : 1;
          if (time > 1) [out, from] = [`${out}${part.slice(from, at)} ${time}`, at];
        } else if (names.isOpen) names.add(sign);
        escaped = sign === 0x5c && !escaped;
      } else if (sign === 0x22) {
        inText = true;
        names.begin();
      } else if (sign === 0x2c) names.next(level);
      else if ((sign === 0x4e || sign === 0x49) && level <= depth)
        [out, word] = [out + part.slice(from, at), part.charAt(at)];
      else if (sign === 0x5b || sign === 0x7b) {
        more ||= ended;
        level += 1;
        if (level <= depth) names.enter(level, sign === 0x7b);
        if (level !== depth + 1) continue;
        out += `${part.slice(from, at)}null`;
        if (deep === 0) first = taken + at + 1;
        deep += 1;
      } else if (sign === 0x5d || sign === 0x7d) {
        level -= 1;
        ended ||= level === 0;
        if (level === depth) from = at + 1;
      }
    }
    taken += part.length;
    return level > depth || word !== '' ? out : out + part.slice(from);
  };
  return { take, deep: () => deep, first: () => first, more: () => more };
}
