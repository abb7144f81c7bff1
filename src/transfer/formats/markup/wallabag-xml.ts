import type { ReadEntry, Items } from '../file.ts';
import type { Format } from '../format.ts';
import { entriesOf } from '../json/json.ts';
import { titleOfRefused } from '../json/items-within.ts';
import { Wallabag, wallabagItem } from '../json/wallabag.ts';
import { endlessTag, htmlTokens } from './html-tokens.ts';

/** Limits of an entry and the depth of its elements, in characters and levels. */
const max = { length: 8_000_000, depth: 10 };

const perElement = 50;

/** The contents of an element: a text, or elements by name; a list if they are named `entry`. */
type Element = { name: string; line: number; text: string; inner: [name: string, value: unknown][] };

/** The fields of the JSON as elements. */
export const wallabagXml: Format = {
  name: 'wallabag (XML)',
  confidence: (beginning) => {
    const [root, first, ...fields] = (beginning.html()?.tags ?? []).map(({ name }) => name);
    const has = (name: string) => fields.includes(name);
    return root === 'result' && first === 'entry' && has('url') && has('title') && has('content') ? 0.9 : 0;
  },
  items: entryItems,
};

async function* entryItems(text: AsyncIterable<string>): Items {
  let open: Element[] = [];
  // The names of unclosed elements in this entry.
  let unclosed: string[] = [];
  let [length, isTooDeep] = [0, false];
  const begin = (from: Element[], room: number) => ([open, unclosed, length, isTooDeep] = [from, [], room, false]);
  /** Yields the entry, including its unclosed elements. */
  const whole = function* (): Generator<ReadEntry> {
    while (open.length > 1) unclosed.push(closeUnclosed(open));
    const [entry] = open;
    if (!entry) return;
    const [place, value] = [`line ${entry.line}`, valueOf(entry)];
    if (length > max.length || isTooDeep)
      yield { place, ...titleOfRefused(value), why: 'This entry is too long, or nested too deep.' };
    else
      for (const one of entriesOf(place, value, { item: Wallabag, read: wallabagItem }))
        yield withRemark(one, unclosed);
    begin([], 0);
  };
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      yield* brokenOff(open);
      yield endlessTag(token);
      return;
    }
    const element = open.at(-1);
    if (token.kind === 'open') {
      if (open.length === 0 && token.name !== 'entry') continue;
      const next = nextEntry(open, token.name);
      if (next) {
        open.splice(open.length - next.length);
        unclosed.push('entry');
        yield* whole();
        begin(next, perElement);
      }
      if (open.length === 0) begin([], 0);
      isTooDeep ||= open.length === max.depth;
      // An element without text takes memory too.
      length += token.name.length + perElement;
      const inner = length > max.length ? [] : Object.entries(token.attributes);
      if (!isTooDeep) open.push({ name: token.name, line: token.line, text: '', inner });
    } else if (token.kind === 'text' && element) {
      length += token.text.length;
      if (length <= max.length) element.text += token.text;
    } else if (token.kind === 'close') {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at === -1) continue;
      while (open.length > at + 1) unclosed.push(closeUnclosed(open));
      const [closed, around] = [open[at], open[at - 1]];
      if (!around) yield* whole();
      else if (closed) {
        open.pop();
        if (length <= max.length) around.inner.push([closed.name, valueOf(closed)]);
      }
    }
  }
  yield* brokenOff(open);
}

/**
 * The elements of the next entry if the current one is not closed: entries are nested only in lists, and entries of a list
 * have no address.
 */
function nextEntry(open: readonly Element[], name: string): Element[] | undefined {
  if (name === 'entry' && open.length === 1) return [];
  const [last] = open.slice(-1);
  return name === 'url' && open.length > 1 && last?.name === 'entry' ? [last] : undefined;
}

/** Closes an unclosed element: its text ends where the next element begins, and what it contains is moved next to it. */
function closeUnclosed(open: Element[]): string {
  const [element, around] = [open.pop(), open.at(-1)];
  if (!element || !around) return '';
  const isOwn = ([name]: [string, unknown]) => name === 'entry';
  around.inner.push([element.name, valueOf({ ...element, inner: element.inner.filter(isOwn) })]);
  around.inner.push(...element.inner.filter((one) => !isOwn(one)));
  return element.name;
}

function withRemark(one: ReadEntry, unclosed: readonly string[]): ReadEntry {
  if (unclosed.length === 0 || !('item' in one)) return one;
  const names = [...new Set(unclosed)].join(', ').slice(0, 200);
  const remarks = [...(one.item.remarks ?? []), `Never closed in the file, so read as far as the next: ${names}.`];
  return { ...one, item: { ...one.item, remarks } };
}

function valueOf({ text, inner }: Element): unknown {
  if (inner.length === 0) return text.trim() === '' ? undefined : text.trim();
  if (inner.every(([name]) => name === 'entry')) return inner.map(([, value]) => value);
  const ownText: [string, unknown][] = text.trim() === '' ? [] : [['text', text.trim()]];
  const named = Map.groupBy([...inner, ...ownText], ([name]) => name);
  return Object.fromEntries(
    [...named].map(([name, all]) => [name, all.length === 1 ? all[0]?.[1] : all.flatMap(([, value]) => value)]),
  );
}

function brokenOff([entry]: readonly Element[]): ReadEntry[] {
  if (!entry) return [];
  const why = 'The file is cut off within this entry.';
  return [{ place: `line ${entry.line}`, ...titleOfRefused(Object.fromEntries(entry.inner)), why }];
}
