import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import type { PageFacts } from '../../domain/capture.ts';
import { cleanHtml } from './clean-html.ts';
import { pageFacts, refusesCopies, type Found } from './page-facts.ts';
import { scanPage } from './scan-page.ts';
import { log } from '../log.ts';

/** A page that was read. `html` is its readable text, safe to show; empty where none was found. */
export type ReadPage = { facts: PageFacts; html: string; text: string; refusesCopies: boolean; wantsPassword: boolean };

/**
 * More than any text has (`marks` are less-than signs). At these sizes, reading takes a few seconds of work; beyond, that
 * grows faster than the page. What a page says of itself stands in its first part.
 */
const most = { characters: 2_000_000, marks: 60_000, depth: 250, firstPart: 200_000 };

/** Finds what a page says of itself and its readable text. `url` is where it was read. Never throws for what is in it. */
export function readPage(html: string, url: string): ReadPage {
  const small = isSmall(html);
  const scan = scanPage(small ? html : html.slice(0, most.firstPart));
  const base = URL.parse(scan.base ?? '', url)?.href ?? url;
  const { html: clean, text, ...found } = small && scan.depth <= most.depth ? textOfPage(html, base) : none;
  return {
    facts: pageFacts(scan, found, base),
    html: clean,
    text,
    refusesCopies: refusesCopies(scan.meta.get('robots')),
    wantsPassword: scan.wantsPassword,
  };
}

/** Whether a text is small and flat enough to be read in a few seconds. */
export function isReadable(html: string): boolean {
  return isSmall(html) && scanPage(html).depth <= most.depth;
}

function isSmall(html: string): boolean {
  return html.length <= most.characters && marksIn(html) <= most.marks;
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

function marksIn(html: string): number {
  let marks = 0;
  for (let at = html.indexOf('<'); at >= 0 && marks <= most.marks; at = html.indexOf('<', at + 1)) marks += 1;
  return marks;
}

/** linkedom takes a fragment for a document without a root. */
function withRoot(html: string): string {
  return /<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`;
}
