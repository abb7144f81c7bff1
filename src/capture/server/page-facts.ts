import type { PageFacts } from '../model/capture.ts';
import { plainText, withoutControls } from '../../platform/model/plain-text.ts';
import { Parser } from 'htmlparser2';
import { shortenedTo } from '../../platform/model/text/cut.ts';

const max = { title: 200, description: 500, author: 100, site: 100 };

/** What was found in the text of a page. */
export type Found = Partial<
  Record<'title' | 'byline' | 'excerpt' | 'siteName' | 'lang' | 'publishedTime', string | null>
>;

/** What a page says of itself: in its meta elements first, then what was found in its text. `base` is its address. */
export function pageFacts({ meta, title, language, canonical }: Scan, found: Found, base: string): PageFacts {
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

/**
 * Whether directives to robots (a meta element's, or X-Robots-Tag's) ask that nothing be kept. How much of a preview they
 * allow (`max-image-preview: none`) is another matter.
 */
export function refusesCopies(directives: string | undefined): boolean {
  return /(?<!max-[a-z-]+:\s*)\b(noarchive|none)\b/i.test(directives ?? '');
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

/** What stands in a page's elements, met in one pass whatever its size: nothing of it is checked yet. */
type Scan = {
  /** The first content under each name or property, in lower case. */
  meta: Map<string, string>;
  title: string;
  language: string | undefined;
  base: string | undefined;
  canonical: string | undefined;
  /** Addresses of the site's icons, the best first. */
  icons: { href: string; worth: number }[];
  wantsPassword: boolean;
};

/** Reads what a page says of itself. For HTML within its limits (see clean-html.ts); never throws. */
export function scanPage(html: string): Scan {
  const scan: Scan = {
    meta: new Map(),
    title: '',
    language: undefined,
    base: undefined,
    canonical: undefined,
    icons: [],
    wantsPassword: false,
  };
  let titled: 'before' | 'within' | 'after' = 'before';
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title' && titled === 'before') titled = 'within';
        note(scan, name, attributes);
      },
      ontext(text) {
        if (titled === 'within') scan.title += text;
      },
      onclosetag(name) {
        if (name === 'title' && titled === 'within') titled = 'after';
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
  // Several directives to robots hold together; of everything else the first is said.
  const before = scan.meta.get(key);
  if (before === undefined) scan.meta.set(key, content);
  else if (key === 'robots') scan.meta.set(key, `${before}, ${content}`);
}

/** Icons that are drawings (SVG) are never decoded, and of those with measures the nearest above 64 pixels is best. */
function noteIcon({ icons }: Scan, { rel = '', href, sizes = '', type = '' }: Record<string, string>): void {
  const isTouch = /(^|\s)apple-touch-icon(-precomposed)?(\s|$)/i.test(rel);
  if (!href || !(isTouch || /(^|\s)icon(\s|$)/i.test(rel)) || /svg/i.test(type) || /\.svg([?#]|$)/i.test(href)) return;
  const size = Number(/^\d+/.exec(sizes)?.[0] ?? (isTouch ? 180 : 32));
  if (icons.length < 20) icons.push({ href, worth: size >= 64 ? 1 / size : size - 1000 });
}

/** Where a site's icon may be found, the likeliest first; every site may have one at the last address. */
export function iconAddresses({ icons }: Scan, base: string): string[] {
  const named = icons.toSorted((one, other) => other.worth - one.worth).map(({ href }) => webAddress(href, base));
  const usual = webAddress('/favicon.ico', base);
  return [...new Set([...named.slice(0, 2), usual])].filter((address) => address !== null);
}

/** Whether directives to robots ask that no picture of the page be shown elsewhere. */
export function refusesPictures(directives: string | undefined): boolean {
  return /\b(noimageindex|max-image-preview:\s*none)\b/i.test(directives ?? '');
}
