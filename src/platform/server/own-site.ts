import { inTime } from './in-time.ts';

type Answer = (request: Request) => Promise<Response>;

/** `release` gives what stands for the files that are served now: another object as soon as others are. */
type Site = { answer: Answer; release?: (() => object | undefined) | undefined };

/** Sites that are served by this process, by their origins, whichever bundle asks. */
const inProcess = Symbol.for('commonplace:own-sites');
const shared = globalThis as { [inProcess]?: Map<string, Site> };
const sites: Map<string, Site> = (shared[inProcess] ??= new Map<string, Site>());

/** From now on, whoever asks the site at `url` in this process calls `answer`. */
export function answerWithinProcess(url: string, answer: Answer, release?: Site['release']): void {
  sites.set(new URL(url).origin, { answer, release });
}

/** What stands for the files that the site at `origin` serves now; undefined where this process does not serve it. */
export const servedRelease = (origin: string) => sites.get(origin)?.release?.();

type Asked = Pick<RequestInit, 'method' | 'headers' | 'redirect'> & { timeoutMs: number };

/**
 * What the site itself answers at one of its addresses; rejects where the answer has not begun within `timeoutMs`. Where this process serves it no network is asked: behind a proxy,
 * the site's name may lead elsewhere from here, or to a certificate that nobody here knows.
 */
export function askSite(url: URL | string, { timeoutMs, ...init }: Asked): Promise<Response> {
  const here = sites.get(new URL(url).origin)?.answer;
  return here
    ? inTime(timeoutMs, here(new Request(url, init)))
    : fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
}
