import { toXast } from 'hast-util-to-xast';
import { toXml } from 'xast-util-to-xml';
import { cleanHtml } from '../../../capture/server/clean-html.ts';
import { htmlNodes, type Child, type Element } from '../../../capture/server/html-nodes.ts';
import { textWork } from '../../../notes/server/markdown-work.ts';

/** Elements that may hold words but no paragraphs, by the rules for e-books. */
const ofWords = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'em', 'strong', 'del', 'sup', 'sub', 'code']);
/** Block elements. */
const blocks = new Set([
  ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'blockquote', 'ul', 'ol', 'li', 'hr', 'div'],
  ...['table', 'tbody', 'tr', 'td', 'th'],
]);
/** Elements that get a direction of their own, since a text may have several. */
const directed = new Set(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'table']);
/** Other elements that a chapter may hold. Any element that is not listed is replaced by its content. */
const others = new Set(['a', 'br', 'img']);
/** The only anchors within a chapter that links may lead to. */
const ofFootnote = /^user-content-fn(?:ref)?-[\w-]+$/;
/** Simpler elements for those with rules about content and order that other sites' pages break. */
const plainer: Readonly<Record<string, string>> = {
  ...{ dl: 'div', dt: 'div', dd: 'div', figure: 'div', figcaption: 'div' },
  thead: 'tbody',
};

/**
 * HTML as the XHTML that an e-book may hold. Pictures are replaced by links with their descriptions, as e-readers do not
 * fetch them. What browsers show but EPUB forbids is corrected. `base` is the address of the text. Formulas and footnotes
 * are those of our Markdown (`isOurs`); other HTML has none and is made safe.
 */
export const xhtmlOf = textWork(
  import.meta.url,
  'xhtml',
  ({ html }: { html: string; base: string; isOurs?: true }) => [html],
  ({ html, base, isOurs }) => {
    const boxed = html.replace(/<input[^>]*>/g, (box) => (box.includes('checked') ? '☑ ' : '☐ '));
    const places = new Set(Array.from(boxed.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id));
    const where = { inWords: false, inLink: false, base, places };
    let xml = '';
    for (const node of htmlNodes(isOurs ? boxed : cleanHtml(boxed, base).html)) {
      xml += toXml(toXast({ type: 'root', children: put([node], where) }));
    }
    // No CDATA section is written, so its end mark is only text.
    return readable(xml.replaceAll(' xmlns="http://www.w3.org/1999/xhtml"', '').replaceAll(']]>', ']]&gt;'));
  },
);

type Where = { inWords: boolean; inLink: boolean; base: string; places: ReadonlySet<string> };

function put(children: Child[], where: Where): Child[] {
  return children.flatMap((child): Child[] => {
    if (child.type === 'text') return [child];
    return child.type === 'element' ? putOne(child, where) : [];
  });
}

function putOne(element: Element, where: Where): Child[] {
  const { inWords, inLink } = where;
  const tagName = plainer[element.tagName] ?? element.tagName;
  if (tagName === 'math') return [element];
  if (tagName === 'img') return put([picture(element, where)], where);
  if (!ofWords.has(tagName) && !blocks.has(tagName) && !others.has(tagName)) return put(element.children, where);
  if (inWords && tagName === 'hr') return [];
  const isBlock = blocks.has(tagName);
  const children = put(element.children, {
    ...where,
    inWords: inWords || ofWords.has(tagName),
    inLink: inLink || tagName === 'a',
  });
  // A block may not stand among words, so its words stand there instead, followed by a line break.
  if (inWords && isBlock) return [...children, { type: 'element', tagName: 'br', properties: {}, children: [] }];
  if (tagName === 'a' && (inLink || addressOf(element, where) === undefined)) return children;
  const items =
    tagName === 'ul' || tagName === 'ol' ? children.map(inItem).filter((one) => one !== undefined) : children;
  return [{ type: 'element', tagName, properties: propertiesOf(element, where), children: items }];
}

/** Lists may hold only items. */
function inItem(child: Child): Child | undefined {
  if (child.type === 'element' && child.tagName === 'li') return child;
  if (child.type === 'text' && child.value.trim() === '') return undefined;
  return { type: 'element', tagName: 'li', properties: {}, children: [child] };
}

function picture({ properties }: Element, { inLink, base }: Where): Child {
  const { src, alt } = properties;
  const words: Child = { type: 'text', value: `[${typeof alt === 'string' && alt.trim() ? alt.trim() : 'Picture'}]` };
  const href = typeof src === 'string' ? wholeAddress(src, base) : undefined;
  if (inLink || href === undefined) return words;
  return { type: 'element', tagName: 'a', properties: { href }, children: [words] };
}

function propertiesOf(element: Element, where: Where): Element['properties'] {
  const { id, start, title } = element.properties;
  const href = addressOf(element, where);
  return {
    ...(directed.has(element.tagName) && { dir: 'auto' }),
    ...(typeof id === 'string' && ofFootnote.test(id) && { id }),
    ...(href !== undefined && { href }),
    ...(typeof start === 'number' && { start }),
    ...(typeof title === 'string' && { title }),
  };
}

/** Where a link leads: within the chapter, or to a whole address. */
function addressOf({ properties: { href } }: Element, { base, places }: Where): string | undefined {
  if (typeof href !== 'string') return undefined;
  const place = href.slice(1);
  if (ofFootnote.test(place) && places.has(place)) return href;
  return wholeAddress(href, base);
}

/** A whole address without the characters that browsers accept and e-readers refuse. Undefined if it leads nowhere. */
export function wholeAddress(href: string, base?: string): string | undefined {
  const url = URL.parse(href, base);
  if (!url) return undefined;
  const { hash, host } = url;
  url.hash = '';
  const until = host === '' ? 0 : url.href.indexOf(host) + host.length;
  const after = url.href.slice(until) + (hash && `#${hash.slice(1).replaceAll('#', '%23')}`);
  // Brackets are for the numbers of hosts alone.
  return url.href.slice(0, until) + after.replace(/[\s"<>[\\\]^`{|}]|%(?![\da-f]{2})/gi, encodeURIComponent);
}

/** Removes characters that XML may not have. */
export function readable(text: string): string {
  return text.toWellFormed().replace(/[\0-\b\v\f\x0e-\x1f\ufffe\uffff]/g, '');
}
