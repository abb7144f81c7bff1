import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { refusesCopies, refusesPictures, type PageFacts } from '../model/capture.ts';
import { cleanHtml, overLimit } from './clean-html.ts';
import { log } from '../../platform/server/log.ts';
import { plainText, withoutControls, shortenedTo } from '../../platform/model/text/plain-text.ts';
import { Parser } from 'htmlparser2';

const max = { title: 200, description: 500, author: 100, site: 100 };

/** What Readability found in the text of a page. */
type Found = Partial<Record<'title' | 'byline' | 'excerpt' | 'siteName' | 'lang' | 'publishedTime', string | null>>;

/** The facts that a page gives about itself: in its meta elements, otherwise in its text. `base` is its address. */
function pageFacts({ meta, title, language, canonical }: Scan, found: Found, base: string): PageFacts {
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((content) => content !== undefined);
  const authors = [meta.get('author'), meta.get('article:author'), found.byline];
  return {
    title: line(first('og:title', 'twitter:title') ?? (title.trim() || found.title), max.title),
    description: line(first('og:description', 'description', 'twitter:description') ?? found.excerpt, max.description),
    author: line(
      authors.find((name) => name && !/^https?:/i.test(name)),
      max.author,
    ),
    site: line(first('og:site_name', 'application-name') ?? found.siteName, max.site),
    language: languageOf(language ?? meta.get('og:locale')?.replace('_', '-') ?? found.lang),
    published: timeOf(meta.get('article:published_time') ?? found.publishedTime ?? meta.get('date')),
    image: webAddress(first('og:image', 'twitter:image'), base),
    canonical: webAddress(canonical, base),
  };
}

function line(text: string | null | undefined, length: number): string {
  const flat = withoutControls(plainText(text ?? '').replace(/\s+/gu, ' ')).trim();
  return shortenedTo(flat, length);
}

function languageOf(tag: string | null | undefined): string {
  try {
    return tag?.trim() ? (Intl.getCanonicalLocales(tag.trim())[0] ?? '') : '';
  } catch {
    return '';
  }
}

function timeOf(time: string | null | undefined): string | null {
  const at = new Date(time ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

function webAddress(address: string | null | undefined, base: string): string | null {
  const url = address ? URL.parse(address, base) : null;
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 2048 ? url.href : null;
}

/** The facts in a page's elements, collected in one pass whatever its size. Nothing of it is checked yet. */
type Scan = {
  /** The first content of each name or property, in lower case. */
  meta: Map<string, string>;
  title: string;
  language: string | undefined;
  base: string | undefined;
  canonical: string | undefined;
  /** Addresses of the site's icons, best first. */
  icons: { href: string; worth: number }[];
  wantsPassword: boolean;
};

/** Collects the facts that a page gives about itself. For HTML within its limits (see clean-html.ts); never throws. */
function scanPage(html: string): Scan {
  const scan: Scan = {
    meta: new Map(),
    title: '',
    language: undefined,
    base: undefined,
    canonical: undefined,
    icons: [],
    wantsPassword: false,
  };
  let titleState: 'before' | 'within' | 'after' = 'before';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && titleState === 'before') titleState = 'within';
        note(scan, name, attributes);
      },
      ontext(text) {
        if (titleState === 'within') scan.title += text;
      },
      onclosetag(name) {
        if (name === 'title' && titleState === 'within') titleState = 'after';
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return scan;
}

function note(scan: Scan, name: string, attributes: Record<string, string>): void {
  if (name === 'html') scan.language ??= attributes.lang;
  if (name === 'base') scan.base ??= attributes.href;
  if (name === 'link' && /(^|\s)canonical(\s|$)/i.test(attributes.rel ?? '')) scan.canonical ??= attributes.href;
  if (name === 'link') noteIcon(scan, attributes);
  if (name === 'input' && attributes.type?.toLowerCase() === 'password') scan.wantsPassword = true;
  if (name !== 'meta') return;
  const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
  const content = attributes.content?.trim();
  if (!key || !content) return;
  // Directives to robots apply together; of everything else the first counts.
  const before = scan.meta.get(key);
  if (before === undefined) scan.meta.set(key, content);
  else if (key === 'robots') scan.meta.set(key, `${before}, ${content}`);
}

/** SVG icons are never decoded. Of icons with a size, the smallest of at least 64 pixels is best. */
function noteIcon({ icons }: Scan, { rel = '', href, sizes = '', type = '' }: Record<string, string>): void {
  const isTouch = /(^|\s)apple-touch-icon(-precomposed)?(\s|$)/i.test(rel);
  if (!href || !(isTouch || /(^|\s)icon(\s|$)/i.test(rel)) || /svg/i.test(type) || /\.svg([?#]|$)/i.test(href)) return;
  const size = Number(/^\d+/.exec(sizes)?.[0] ?? (isTouch ? 180 : 32));
  if (icons.length < 20) icons.push({ href, worth: size >= 64 ? 1 / size : size - 1000 });
}

/** Where a site's icon may be, most likely first. Every site may have one at the last address. */
function iconAddresses({ icons }: Scan, base: string): string[] {
  const named = icons.toSorted((one, other) => other.worth - one.worth).map(({ href }) => webAddress(href, base));
  const usual = webAddress('/favicon.ico', base);
  return [...new Set([...named.slice(0, 2), usual])].filter((address) => address !== null);
}

const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * The text of a page, decoded by its byte order mark, the charset of the answer's type, or the one that the page names in
 * its first kilobytes; otherwise as UTF-8 if it is valid, or as Windows-1252.
 */
export function decodedPage(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes;
  const bom =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096));
  const named =
    bom ??
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1] ??
    metaCharset.exec(beginning.toString('latin1'))?.[1];
  // Markup in UTF-16 has zero bytes, so a page without any is not UTF-16, whatever it says.
  const charset = named && /^utf-16/i.test(named) && !beginning.includes(0) ? 'utf-8' : named;
  return (
    (charset && decode(bytes, charset, false)) ||
    decode(bytes, 'utf-8', true) ||
    decode(bytes, 'windows-1252', false) ||
    ''
  );
}

function decode(bytes: Uint8Array, charset: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes).toWellFormed();
  } catch {
    return undefined;
  }
}

/** A page that was read. `html` is its readable text, safe to show; empty if none was found. */
export type ReadPage = {
  facts: PageFacts;
  html: string;
  text: string;
  /** Addresses at which the site's icon may be, most likely first. */
  icons: string[];
  refusesCopies: boolean;
  refusesPictures: boolean;
  wantsPassword: boolean;
};

/** The facts of a page are in its first part. In characters. */
const firstPart = 200_000;

/**
 * Finds the facts of a page, then its readable text as well. The second step may take seconds on a malicious page, and is
 * skipped if the page exceeds the limits of clean-html.ts. `url` is where it was read. Never throws, whatever it
 * contains.
 */
export function* readPage(html: string, url: string): Generator<ReadPage, void> {
  const over = overLimit(html);
  const scan = scanPage(html.slice(0, Math.min(over?.at ?? Infinity, over ? firstPart : Infinity)));
  const base = URL.parse(scan.base ?? '', url)?.href ?? url;
  const page = ({ html: clean, text, ...found }: typeof none): ReadPage => ({
    facts: pageFacts(scan, found, base),
    html: clean,
    text,
    icons: iconAddresses(scan, base),
    refusesCopies: refusesCopies(scan.meta.get('robots')),
    refusesPictures: refusesPictures(scan.meta.get('robots')),
    wantsPassword: scan.wantsPassword,
  });
  yield page(none);
  if (!over) yield page(textOfPage(html, base));
}

const none: Found & { html: string; text: string } = { html: '', text: '' };

function textOfPage(html: string, base: string): typeof none {
  try {
    const { document } = parseHTML(withRoot(html)) as unknown as { document: Document };
    const found = new Readability(document, { charThreshold: 200 }).parse();
    return found?.content ? { ...found, ...cleanHtml(found.content, base) } : none;
  } catch (error) {
    log('warn', 'a page could not be read', { error: String(error) });
    return none;
  }
}

/** linkedom would parse a fragment as a document without a root. */
function withRoot(html: string): string {
  return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}
