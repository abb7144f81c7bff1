import type { PageFacts } from '../model/capture.ts';
import { plainText, withoutControls } from '../../platform/model/plain-text.ts';
import type { Scan } from './scan-page.ts';

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
 * Whether wishes to robots (a meta element's, or X-Robots-Tag's) ask that nothing be kept. How much of a preview they
 * allow (`max-image-preview: none`) is another matter.
 */
export function refusesCopies(wishes: string | undefined): boolean {
  return /(?<!max-[a-z-]+:\s*)\b(noarchive|none)\b/i.test(wishes ?? '');
}

function line(text: string | null | undefined, length: number): string {
  const flat = withoutControls(plainText(text ?? '').replace(/\s+/gu, ' ')).trim();
  const characters = [...flat.slice(0, length * 4)];
  if (characters.length <= length) return flat;
  return `${characters
    .slice(0, length - 1)
    .join('')
    .trimEnd()}…`;
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
