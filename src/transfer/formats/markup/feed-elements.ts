import { cutTo } from '../../../platform/model/text/plain-text.ts';
import type { Found } from '../file.ts';
import { endlessTag, htmlTokens, type Attributes } from './html-tokens.ts';

/** An element of an entry, by its name, behind that of the outermost around it. */
export type Element = { name: string; attributes: Attributes; text: string };

/** An entry of a feed, with the title of what it is from. */
export type Elements = { line: number; elements: Element[]; site: string };

/** An entry as far as it is read: the names that are open, the innermost last, and how often each is. */
type Taken = Elements & { tag: string; length: number; open: string[]; opened: Map<string, number> };

/** No entry is longer. In characters. */
const longest = 8_000_000;
const perElement = 50;
/** Nor the title of what they are from. */
const longestSite = 1000;

/** Elements whose text may hold others, as signs for a reader of HTML. */
const markup = new Set(['title', 'content', 'content:encoded', 'description', 'summary', 'excerpt:encoded']);

/**
 * The entries of a feed, each with its elements as they stand in the file, or why one is none. By tokens: what comes before
 * a fault is given, and no file is too long.
 */
export async function* elementsOf(
  text: AsyncIterable<string>,
): AsyncGenerator<Elements | Extract<Found, { why: string }>> {
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
      yield endlessTag(token) as Extract<Found, { why: string }>;
      return;
    }
    if (token.kind === 'declaration') continue;
    const isEntry = token.kind !== 'text' && (token.name === 'item' || token.name === 'entry');
    if (isEntry && (token.kind === 'open' || token.name === entry?.tag)) {
      // One that is never closed ends where the next begins.
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

/** What Atom calls text is no markup, and what is not said of a title. */
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
    // Within markup that is written as such, signs stand for themselves.
    if (open.length > 0 && last) last.text += isMarkup && open.length > 1 ? asMarkup(token.text) : token.text;
    return;
  }
  // What is not open is not looked for among all that is.
  if (!opened.get(token.name)) return;
  const at = open.lastIndexOf(token.name);
  for (const name of open.splice(at)) opened.set(name, (opened.get(name) ?? 0) - 1);
  if (isMarkup && at > 0 && last) last.text += `</${token.name}>`;
}

/** Of one that is deep within another the names between say little, and of all of them at each depth are long. */
function nameOf(open: readonly string[]): string {
  return open.length === 1 ? (open[0] ?? '') : `${open[0]}.${open.at(-1)}`;
}

function tagOf({ name, attributes }: { name: string; attributes: Attributes }): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${asMarkup(value)}"`);
  return `<${name}${said.join('')}>`;
}

function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** What an element says: its text, else its attributes. */
export function textIn({ text, attributes }: Element): unknown {
  return text === '' ? attributes : text;
}
