import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import type { Copy } from '../model/capture.ts';
import { overLimit } from './html-budget.ts';

/** What a text may be made of: the elements that Markdown becomes, and a few that only pages of others have. */
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

/** Other names for the same. A page's own first heading stands below the heading of the note. */
const sameAs: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del', h1: 'h2' };

type Tree = ReturnType<typeof fromHtml>;
type Child = Tree['children'][number];

/**
 * HTML of others made safe to show among ours: read as browsers read it, then held against a list of elements,
 * attributes and schemes. Links and pictures are whole addresses, pictures by https. Throws a RangeError for a tree too
 * deep to walk.
 *
 * What comes out stays the same to the byte when it is cleaned again, as a copy is that comes back from an export. The
 * second pass is for what only the first one left side by side, such as a paragraph in a paragraph, which no reader of
 * HTML leaves there.
 */
export function cleanHtml(html: string, base: string): Cleaned {
  return cleanedOnce(cleanedOnce(html, base).html, base);
}

type Cleaned = { html: string; text: string };

function cleanedOnce(html: string, base: string): Cleaned {
  const tree = fromHtml(html, { fragment: true });
  prepare(tree.children, base);
  const clean = sanitize(tree, schema);
  const children = clean.type === 'root' ? clean.children : [];
  finish(children);
  return {
    html: toHtml(clean),
    // Line by line: an expression for the space around line ends takes the square of a long run of it.
    text: textOf(children)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
  };
}

function prepare(children: readonly Child[], base: string): void {
  for (const child of children) {
    if (child.type !== 'element') continue;
    const { properties } = child;
    child.tagName = sameAs[child.tagName] ?? child.tagName;
    if (typeof properties.href === 'string') properties.href = URL.parse(properties.href, base)?.href;
    if (typeof properties.src === 'string') {
      properties.src = URL.parse(properties.src, base)?.href.replace(/^http:/, 'https:');
    }
    prepare(child.children, base);
  }
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
      // Readers of HTML pass over a line end there.
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
export type Brought = { ok: true; copy: Copy } | { ok: false; why: string };

/**
 * The copy of a page that a file brings, made safe as the page itself would be: nothing in a file is trusted. One that
 * was kept here comes out as it was.
 */
export function broughtCopy({ facts, ...copy }: Copy): Brought {
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
