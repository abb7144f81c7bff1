import { cutTo } from '../../../platform/model/text/plain-text.ts';
import type { ReadEntry } from '../file.ts';
import { endlessTag, htmlTokens, type Attributes } from './html-tokens.ts';

/** An element of an entry; its name follows that of the outermost element around it. */
export type Element = { name: string; attributes: Attributes; text: string };

/** An entry of a feed, with the feed's title. */
export type Elements = { line: number; elements: Element[]; site: string };

/** An entry while it is read: the names of its open elements, the innermost last, and how often each is open. */
type Taken = Elements & { tag: string; length: number; open: string[]; opened: Map<string, number> };

/** No entry is longer, in characters. */
const longest = 8_000_000;
const perElement = 50;
/** The longest title of a feed, in characters. */
const longestSite = 1000;

/** Elements that may contain markup, escaped or not. */
const markup = new Set(['title', 'content', 'content:encoded', 'description', 'summary', 'excerpt:encoded']);

/**
 * The entries of a feed with their elements in the order of the file, or why an entry cannot be read. It reads tokens, so
 * that entries before a fault are returned, and a file of any length can be read.
 */
export async function* elementsOf(
  text: AsyncIterable<string>,
): AsyncGenerator<Elements | Extract<ReadEntry, { why: string }>> {
  let site: string | undefined;
  let entry: Taken | undefined;
  let inTitle = false;
  const brokenOff = ({ line, elements }: Elements) => {
    const title = cutTo(elements.find(({ name }) => name === 'title')?.text.trim() ?? '', 200);
    return { place: `line ${line}`, ...(title && { title }), why: 'The file is cut off within this entry.' };
  };
  const whole = ({ line, elements, length, tag }: Taken) =>
    length > longest
      ? { place: `line ${line}`, why: 'This entry is longer than a note or a copy can be.' }
      : { line, elements: elements.map((one) => ({ ...one, text: textOf(one, tag) })), site: (site ?? '').trim() };
  for await (const token of htmlTokens(text, 'xml')) {
    if (token.kind === 'endless') {
      if (entry) yield brokenOff(entry);
      yield endlessTag(token) as Extract<ReadEntry, { why: string }>;
      return;
    }
    if (token.kind === 'declaration') continue;
    const isEntry = token.kind !== 'text' && (token.name === 'item' || token.name === 'entry');
    if (isEntry && (token.kind === 'open' || token.name === entry?.tag)) {
      // An unclosed entry ends where the next one begins.
      if (entry) yield whole(entry);
      entry =
        token.kind === 'open'
          ? { line: token.line, elements: [], site: '', tag: token.name, length: 0, open: [], opened: new Map() }
          : undefined;
    } else if (!entry) {
      if (token.kind === 'text') site = inTitle ? ((site ?? '') + token.text).slice(0, longestSite) : site;
      else inTitle = token.kind === 'open' && token.name === 'title' && site === undefined;
    } else take(entry, token);
  }
  if (entry) yield brokenOff(entry);
}

/** The text of an element as HTML: what Atom declares as plain text, and its titles by default, are escaped. */
function textOf({ name, attributes: { type }, text }: Element, tag: string): string {
  const isText = /^text(\/plain)?$/.test(type ?? (tag === 'entry' && name === 'title' ? 'text' : ''));
  return (isText && markup.has(name) ? asMarkup(text) : text).trim();
}

type Token =
  | { kind: 'open'; name: string; attributes: Attributes }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

function take(entry: Taken, token: Token): void {
  const { open, opened, elements } = entry;
  if (token.kind === 'text') entry.length += token.text.length;
  else if (token.kind === 'open') entry.length += token.name.length + perElement;
  if (entry.length > longest) return;
  const isMarkup = markup.has(open[0] ?? '');
  const last = elements.at(-1);
  if (token.kind === 'open') {
    open.push(token.name);
    opened.set(token.name, (opened.get(token.name) ?? 0) + 1);
    if (isMarkup && last) last.text += tagOf(token);
    else elements.push({ name: nameOf(open), attributes: token.attributes, text: '' });
    return;
  }
  if (token.kind === 'text') {
    // Inside unescaped markup, these characters are literal.
    if (open.length > 0 && last) last.text += isMarkup && open.length > 1 ? asMarkup(token.text) : token.text;
    return;
  }
  // An element that is not open need not be searched for among all open ones.
  if (!opened.get(token.name)) return;
  const at = open.lastIndexOf(token.name);
  for (const name of open.splice(at)) opened.set(name, (opened.get(name) ?? 0) - 1);
  if (isMarkup && at > 0 && last) last.text += `</${token.name}>`;
}

/** A nested element is named by the outermost and itself only: full paths add little, and get long at each level. */
function nameOf(open: readonly string[]): string {
  return open.length === 1 ? (open[0] ?? '') : `${open[0]}.${open.at(-1)}`;
}

function tagOf({ name, attributes }: { name: string; attributes: Attributes }): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${asMarkup(value)}"`);
  return `<${name}${written.join('')}>`;
}

function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The text of an element, or else its attributes. */
export function textIn({ text, attributes }: Element): unknown {
  return text === '' ? attributes : text;
}
