import { createHmac } from 'node:crypto';
import { environment } from './env.ts';
import { withTimeout } from './timeout.ts';

type Answer = (request: Request) => Promise<Response>;

/** `release` returns an object that identifies the files now served: it changes when they do. */
type Site = { answer: Answer; release?: (() => object | undefined) | undefined };

/** The sites that this process serves, by origin, shared by all bundles. */
const inProcess = Symbol.for('commonplace:own-sites');
const shared = globalThis as { [inProcess]?: Map<string, Site> };
const sites: Map<string, Site> = (shared[inProcess] ??= new Map<string, Site>());

/** From now on, calls of the site at `url` from this process go directly to `answer`. */
export function answerWithinProcess(url: string, answer: Answer, release?: Site['release']): void {
  sites.set(new URL(url).origin, { answer, release });
}

/** The identity of the files that the site at `origin` serves now; undefined if this process does not serve it. */
export const servedRelease = (origin: string) => sites.get(origin)?.release?.();

/**
 * The prerendered file of a page whose own address is answered by a function. Nobody can guess where: a note that was
 * deleted since is still there until the next build.
 */
export function builtFileOf(path: string): string {
  const secret = createHmac('sha256', environment().SESSION_SECRET).update('built pages').digest('hex').slice(0, 32);
  return `/_built/${secret}${path}`;
}

type CallOptions = Pick<RequestInit, 'method' | 'headers' | 'redirect'> & { timeoutMs: number };

/**
 * Calls the site itself; rejects if the answer has not begun within `timeoutMs`. If this process serves the site, no
 * network is used: behind a proxy, its name may resolve elsewhere from here, or to an untrusted certificate.
 */
export function callOwnSite(url: URL | string, { timeoutMs, ...init }: CallOptions): Promise<Response> {
  const handler = sites.get(new URL(url).origin)?.answer;
  return handler
    ? withTimeout(timeoutMs, handler(new Request(url, init)))
    : fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
}
