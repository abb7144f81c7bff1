import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Copy } from '../model/capture.ts';
import { htmlNodes, type Child, type Element, type Root } from './html-nodes.ts';

/**
 * How much work a text of HTML is for a parser that builds its tree, counted in one pass before anything parses it. Real
 * pages stay far below these limits.
 */
const max = { characters: 2_000_000, elements: 60_000, depth: 250, attributes: 120_000, inOneTag: 1000 };

/** Where HTML exceeds a limit (`at`: characters from its beginning), and which. */
type OverLimit = { at: number; why: string };

/** Elements that are empty, and those with an optional end tag: they are siblings, not nested. */
const flat = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option'.split(
    ' ',
  ),
);
/** By the standard, every later paragraph opens these elements again while they have no end tag. */
const formatting = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
/** The content of these is text. */
const raw = /^(script|style|textarea|title|xmp|iframe|noembed|noframes)$/;

const tagName = /[^\s/>]*/y;

/** Undefined for HTML whose cost is in proportion to its size. */
export function overLimit(html: string): OverLimit | undefined {
  if (html.length > max.characters) {
    return { at: max.characters, why: `It is longer than ${inMillions(max.characters)} million characters.` };
  }
  let [elements, attributes, depth, open] = [0, 0, 0, 0];
  // An end tag counts only if an element of its name is open; the standard ignores any other as well.
  const opened = new Map<string, number>();
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const over = (why: string): OverLimit => ({ at, why });
    if (html.startsWith('<!--', at)) {
      // `<!-->` and `<!--->` are whole comments.
      const short = /^<!---?>/.exec(html.slice(at, at + 6));
      const end = short ? at + short[0].length - 3 : html.indexOf('-->', at + 4);
      if (end < 0) return undefined;
      at = end + 3;
      continue;
    }
    const isEnd = html[at + 1] === '/';
    tagName.lastIndex = at + (isEnd ? 2 : 1);
    const name = (tagName.exec(html)?.[0] ?? '').slice(0, 20).toLowerCase();
    if (!/^[a-z]/.test(name)) {
      at += 1;
      continue;
    }
    const tag = tagAt(html, tagName.lastIndex);
    const before = opened.get(name) ?? 0;
    const step = !isEnd ? 1 : before > 0 ? -1 : 0;
    if (!flat.has(name)) opened.set(name, before + step);
    if (formatting.has(name)) open += step;
    if (!flat.has(name)) depth += step;
    // The parser makes an element for an unmatched end tag, and opens all open formatting inside it again.
    elements += 1 + (formatting.has(name) ? 0 : open);
    attributes += tag.attributes;
    if (elements > max.elements) return over(`It makes more than ${max.elements} elements.`);
    if (depth > max.depth) return over(`It nests more than ${max.depth} elements.`);
    if (tag.attributes > max.inOneTag) return over(`One tag has more than ${max.inOneTag} attributes.`);
    if (attributes > max.attributes) return over(`It has more than ${max.attributes} attributes.`);
    // Within SVG and MathML these names are ordinary elements.
    const isForeign = (opened.get('svg') ?? 0) + (opened.get('math') ?? 0) > 0;
    at = isEnd || isForeign || !raw.test(name) ? tag.end : endOfRaw(html, name, tag.end);
  }
  return undefined;
}

/** Where the tag ends whose name ends at `from`, and about how many attributes it has: each begins after a space. */
function tagAt(html: string, from: number): { end: number; attributes: number } {
  let [attributes, quote, before] = [0, 0, 0];
  for (let at = from; at < html.length; at += 1) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 0x3e) return { end: at + 1, attributes };
    else if ((code === 0x22 || code === 0x27) && before === 0x3d) quote = code;
    else if (code > 0x20 && code !== 0x2f && code !== 0x3d && (before <= 0x20 || before === 0x2f)) attributes += 1;
    if (code > 0x20 || before !== 0x3d) before = code;
  }
  return { end: html.length, attributes };
}

function endOfRaw(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}[\\s/>]`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

const inMillions = (count: number) => count / 1_000_000;

/** What a text may consist of: the elements that Markdown produces, and a few that only other sites' pages have. */
const schema: Schema = {
  tagNames: [
    ...['p', 'em', 'strong', 'del', 'blockquote', 'hr', 'br', 'sup', 'sub', 'pre', 'code', 'a', 'img'],
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'figure', 'figcaption'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: { a: ['href', 'title'], img: ['src', 'alt', 'title'], ol: ['start'] },
  protocols: { href: ['http', 'https', 'mailto'], src: ['https'] },
  strip: ['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'form', 'title', 'textarea'],
  ancestors: {
    li: ['ol', 'ul'],
    dt: ['dl'],
    dd: ['dl'],
    figcaption: ['figure'],
    ...Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((name) => [name, ['table']])),
  },
};

/** Synonyms. A page's own first heading is below the heading of the note. */
const sameAs: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del', h1: 'h2' };

/**
 * Makes foreign HTML safe to show among ours: it is parsed as browsers do, then filtered by a list of elements,
 * attributes and schemes. Links and pictures get absolute addresses, pictures by https. Throws a RangeError for a tree
 * too deep to walk.
 *
 * Cleaning the result again changes no byte, so an exported copy can be imported unchanged. The second pass is for
 * structures that only the first one produces, such as a paragraph in a paragraph, which no parser leaves as they are.
 */
export function cleanHtml(html: string, base: string): Cleaned {
  return cleanedOnce(cleanedOnce(html, base).html, base);
}

type Cleaned = { html: string; text: string };

function cleanedOnce(html: string, base: string): Cleaned {
  const cleaned = { html: '', text: '' };
  for (const node of htmlNodes(html)) {
    prepare([node], base);
    const clean = sanitize({ type: 'root', children: [node] }, schema) as Root & { children: Child[] };
    finish(clean.children);
    cleaned.html += toHtml(clean);
    cleaned.text += textOf(clean.children);
  }
  // Line by line: a regular expression for the space around line ends is quadratic in a long run of it.
  const lines = cleaned.text.split('\n').map((line) => line.trim());
  return { ...cleaned, text: lines.filter(Boolean).join('\n') };
}

function prepare(children: readonly Child[], base: string): void {
  for (const child of children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'math') asCode(child);
    const { properties } = child;
    child.tagName = sameAs[child.tagName] ?? child.tagName;
    if (typeof properties.href === 'string') properties.href = URL.parse(properties.href, base)?.href;
    if (typeof properties.src === 'string') {
      properties.src = URL.parse(properties.src, base)?.href.replace(/^http:/, 'https:');
    }
    prepare(child.children, base);
  }
}

/** Replaces a formula by its TeX, which most pages include for what they draw, or else by one line of text. */
function asCode(math: Element): void {
  const { alttext } = math.properties;
  const tex = typeof alttext === 'string' ? alttext : annotationIn(math.children);
  const [, unwrapped] = /^\{\\displaystyle(?![a-z])([^]*)\}$/.exec(tex?.trim() ?? '') ?? [];
  const value = (unwrapped ?? tex ?? inLine(math)).trim();
  // Formulas within an empty one are empty too, and each would be searched again.
  if (value === '') math.children = [];
  else Object.assign(math, { tagName: 'code', properties: {}, children: [{ type: 'text', value }] });
}

function annotationIn(children: readonly Child[]): string | undefined {
  for (const child of children) {
    if (child.type !== 'element') continue;
    const isTex = child.tagName === 'annotation' && /tex/i.test(String(child.properties.encoding));
    const found = isTex ? textOf(child.children) : annotationIn(child.children);
    if (found !== undefined) return found;
  }
  return undefined;
}

const between = new Map([
  ['msup', '^'],
  ['msub', '_'],
  ['mfrac', '/'],
]);

function inLine(child: Child): string {
  if (child.type === 'text') return child.value.trim();
  if (child.type !== 'element' || /^annotation|^style$|^script$/.test(child.tagName)) return '';
  const parts = child.children.map(inLine).filter(Boolean);
  const operator = between.get(child.tagName);
  if (operator !== undefined) return parts.map((part) => (part.length > 1 ? `(${part})` : part)).join(operator);
  return child.tagName === 'msqrt' ? `√(${parts.join('')})` : parts.join('');
}

function finish(children: readonly Child[]): void {
  for (const child of children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'a' && child.properties.href) child.properties.rel = ['ugc', 'noopener', 'noreferrer'];
    if (child.tagName === 'img')
      Object.assign(child.properties, { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' });
    if (child.tagName === 'pre') {
      child.properties.tabIndex = 0;
      const [first] = child.children;
      // Parsers skip a line end there.
      if (first?.type === 'text') first.value = first.value.replace(/^\n+/, '');
    }
    finish(child.children);
  }
}

const blocks = /^(p|h\d|li|d[td]|blockquote|pre|tr|figure|figcaption|br|hr|table|[uod]l)$/;

function textOf(children: readonly Child[]): string {
  return children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (child.type !== 'element') return '';
      const text = textOf(child.children);
      return blocks.test(child.tagName) ? `\n${text}\n` : text;
    })
    .join('');
}

/** A copy made safe, or why there is nothing to keep. */
export type CleanedCopy = { ok: true; copy: Copy } | { ok: false; why: string };

/**
 * The copy of a page from a file, made safe as the page itself would be: nothing in a file is trusted. A copy that was
 * made here stays unchanged.
 */
export function cleanedCopy({ facts, ...copy }: Copy): CleanedCopy {
  if (!isWebAddress(copy.url)) return { ok: false, why: 'Its page has no web address.' };
  const over = overLimit(copy.html);
  if (over) return { ok: false, why: `${over.why} (at character ${over.at})` };
  const { html, text } = cleanHtml(copy.html, copy.url);
  if (text === '') return { ok: false, why: 'There’s no text in it.' };
  const [image, canonical] = [facts.image, facts.canonical].map((url) => (isWebAddress(url) ? url : null));
  return { ok: true, copy: { ...copy, facts: { ...facts, image: image ?? null, canonical: canonical ?? null }, html } };
}

function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}
