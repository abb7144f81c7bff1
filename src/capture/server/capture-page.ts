import {
  refusesCopies,
  refusesPictures,
  type CaptureFailure,
  type Copy,
  type NoCopy,
  type PageFacts,
} from '../model/capture.ts';
import { bounded, OverBudget } from '../../app/tasks/bounded.ts';
import { readingMinutes } from '../../notes/server/markdown/markdown-text.ts';
import { get, type GetOptions, type GetResult, type NetworkAccess, isPublicAddress } from './get.ts';
import type { ReadPage } from './read-page.ts';
import { robotName, robotsOf } from './robots.ts';

/** The addresses that a robots.txt allows. If checking takes too long, none: it may have many rules for each of many names. */
async function allowedBy(robots: Awaited<ReturnType<typeof robotsOf>>, asked: string[]): Promise<Set<string>> {
  if (typeof robots === 'string') return new Set(robots === 'all' ? asked : []);
  try {
    for await (const allowed of bounded('read-robots', { robots, asked }, { ms: limits.robotsMs }))
      return new Set(allowed);
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
  }
  return new Set();
}

/** The addresses of a page's pictures that may be kept: of the icons, the first that has a picture is the site's. */
export type PictureAddresses = { icons: string[]; lead: string | null };

/** The result of reading a page: its facts and its text, and its copy if it may be kept. */
type Captured =
  | { ok: true; url: string; facts: PageFacts; text: string; copy: Copy | NoCopy; pictures: PictureAddresses }
  | { ok: false; reason: CaptureFailure };

export type CaptureOptions = {
  now: Date;
  /** Sent to the sites, so that they know whom to contact. */
  siteUrl: string;
  /** The public internet, unless a caller sets other limits. */
  reach?: NetworkAccess | undefined;
  withinMs?: number;
};

/** What captures may reach by default. */
let usual: NetworkAccess = { mayReach: isPublicAddress };

/** Changes what captures of this process may reach, and returns a function that undoes it: for tests, whose pages are local. */
export function captureFrom(reach: NetworkAccess): () => void {
  const former = usual;
  usual = reach;
  return () => {
    usual = former;
  };
}

const limits = {
  ms: 10_000,
  workMs: 6000,
  robotsMs: 1000,
  redirects: 5,
  bytes: 5 * 1024 * 1024,
  copyCharacters: 2_000_000,
};

/** How captures send requests: what they may reach, and their user agent. */
export function captureRequestOptions({ siteUrl, reach }: Pick<CaptureOptions, 'siteUrl' | 'reach'>) {
  return {
    reach: reach ?? usual,
    userAgent: `Mozilla/5.0 (compatible; ${robotName}/1.0; +${siteUrl})`,
    maxRedirects: limits.redirects,
  };
}

/**
 * Reads a web page that somebody wants to save: ten seconds, five redirects and 5 MB at most, public addresses only, HTML
 * only. Expected failures are values. Robots.txt, `noarchive` and X-Robots-Tag decide whether a copy is kept.
 */
export async function capturePage(
  address: string,
  { now, siteUrl, reach, withinMs }: CaptureOptions,
): Promise<Captured> {
  const options: GetOptions = {
    ...captureRequestOptions({ siteUrl, reach }),
    signal: AbortSignal.timeout(withinMs ?? limits.ms),
    accept: 'text/html, application/xhtml+xml;q=0.9',
    maxBytes: limits.bytes,
  };
  const answer = await get(address, options);
  if (!answer.ok) return answer;
  const refusal = refusalOf(answer);
  if (refusal) return { ok: false, reason: refusal };
  const [body, robots] = await Promise.all([answer.read(), robotsOf(answer.url, options)]);
  if (!body.ok) return body;
  const url = answer.url.href;
  const page = await pageIn(body.bytes, answer.headers['content-type'] ?? '', url);
  if (!page) return { ok: false, reason: 'slow' };
  if (page.wantsPassword && page.text.length < 500) return { ok: false, reason: 'sign-in' };
  const directives = String(answer.headers['x-robots-tag']);
  const { image } = page.facts;
  const allowed = await allowedBy(robots, [url, ...page.icons, ...(image === null ? [] : [image])]);
  const keeps = allowed.has(url) && !page.refusesCopies && !refusesCopies(directives);
  const shows = allowed.has(url) && !page.refusesPictures && !refusesPictures(directives) ? image : null;
  const pictures = {
    icons: page.icons.filter((icon) => allowed.has(icon)),
    lead: shows !== null && allowed.has(shows) ? shows : null,
  };
  return { ok: true, url, facts: page.facts, text: page.text, copy: copyOf(page, keeps, url, now), pictures };
}

function refusalOf({ status, headers }: GetResult): CaptureFailure | undefined {
  if (status === 401 || status === 403 || status === 407) return 'sign-in';
  if (status === 404 || status === 410) return 'missing';
  if (status !== 200) return 'refused';
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === 'text/html' || type === 'application/xhtml+xml' ? undefined : 'not-html';
}

/** What was found in a page in the time that one may take. `isWhole`: the search for its text was completed. */
type PageRead = ReadPage & { isWhole: boolean };

async function pageIn(bytes: Uint8Array, contentType: string, url: string): Promise<PageRead | undefined> {
  let page: PageRead | undefined;
  try {
    for await (const read of bounded('read-page', { bytes, contentType, url }, { ms: limits.workMs })) {
      page = { ...read, isWhole: page !== undefined };
    }
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
  }
  return page;
}

function copyOf(page: PageRead, keeps: boolean, url: string, now: Date): Copy | NoCopy {
  if (!keeps) return 'robots';
  if (!page.isWhole) return 'too-long';
  if (page.text === '') return 'no-text';
  if (page.html.length > limits.copyCharacters) return 'too-long';
  return { url, at: now.toISOString(), facts: page.facts, html: page.html, minutes: readingMinutes(page.text) };
}
