import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { PageFacts } from '../model/capture.ts';
import { cleanHtml, overLimit } from './clean-html.ts';
import { iconAddresses, pageFacts, refusesCopies, refusesPictures, type Found, scanPage } from './page-facts.ts';
import { log } from '../../platform/server/log.ts';

const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * The text of a page: by its byte order mark, the charset of the answer's type, the one that the page names in its first
 * kilobytes, else UTF-8 where it is that, else Windows-1252.
 */
export function decodedPage(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes;
  const bom =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const named =
    bom ??
    /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(contentType)?.[1] ??
    metaCharset.exec(
      Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 4096)).toString('latin1'),
    )?.[1];
  // A page that can be read so far names no UTF-16, whatever it says.
  const charset = bom === undefined && named && /^utf-16/i.test(named) ? 'utf-8' : named;
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

/** A page that was read. `html` is its readable text, safe to show; empty where none was found. */
export type ReadPage = {
  facts: PageFacts;
  html: string;
  text: string;
  /** Addresses at which the site's icon may be, the likeliest first. */
  icons: string[];
  refusesCopies: boolean;
  refusesPictures: boolean;
  wantsPassword: boolean;
};

/** What a page says of itself stands in its first part. In characters. */
const firstPart = 200_000;

/**
 * Finds what a page says of itself, then its readable text as well: the second may take seconds where somebody means
 * harm, and is not even tried where the page is over the limits of clean-html.ts. `url` is where it was read. Never
 * throws for what is in it.
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

/** linkedom takes a fragment for a document without a root. */
function withRoot(html: string): string {
  return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}
