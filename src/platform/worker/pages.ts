import { keptHeaders, mayBeKept, offlinePage, ownPages } from '../model/offline.ts';
import { withCopyNotice, type Reason } from './html.ts';
import { keep, keptPage, shellPage, state } from './page-cache.ts';

/**
 * The part of a service worker's global scope that is used here: TypeScript's types for pages and for workers exclude each
 * other.
 */
type LastingEvent = { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = LastingEvent & {
  readonly request: Request;
  readonly clientId: string;
  /** The response that the browser began to load while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
};
type MessageEventFromPage = LastingEvent & { readonly data: unknown; readonly source: { url?: string } | null };

type Listening = {
  (type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  (type: 'fetch', listener: (event: FetchEvent) => void): void;
  (type: 'message', listener: (event: MessageEventFromPage) => void): void;
};
type Scope = {
  addEventListener: Listening;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(options: object): Promise<readonly { url: string }[]> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
};

export const scope = globalThis as unknown as Scope;

/**
 * How long the network may take before a copy is shown, if there is one. For a copy from before the published build, nearly
 * any answer of the network is better, so the limit is long.
 */
const timeoutMs = { current: 4_000, old: 30_000 };

/**
 * A page from the network, which is kept; if the network fails or takes too long, its copy with a notice; without one, the
 * page that lists what is kept.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  if (ownPages.includes(pathname)) return answerOwnPage(event, pathname);
  const readable = mayBeKept(pathname) && search === '';
  const kept = readable ? await keptPage(pathname) : undefined;
  const { heard: build } = await state();
  const ms = timeoutMs[kept && isOld(kept, build) ? 'old' : 'current'];
  const network = fromNetwork(event);
  event.waitUntil(network.catch(() => undefined));
  const answer = await Promise.race([network.catch(() => undefined), ...(kept ? [after(ms)] : [])]);
  if (answer && answer !== tooSlow && (answer.status < 500 || !kept)) {
    if (readable) event.waitUntil(keep('read', pathname, { response: answer.clone(), build }));
    return answer;
  }
  if (kept) return asCopy(kept, answer === tooSlow ? 'slow' : navigator.onLine ? 'unreachable' : 'offline');
  return needsNetwork();
}

/** A person's own page fills itself in, and says itself what is missing. A kept one is as good as one from the network. */
async function answerOwnPage(event: FetchEvent, pathname: string): Promise<Response> {
  const kept = await shellPage(pathname);
  const network = fromNetwork(event).catch(() => undefined);
  event.waitUntil(network);
  const answer = await Promise.race([network, ...(kept ? [after(timeoutMs.current)] : [])]);
  if (answer && answer !== tooSlow && (answer.status < 500 || !kept)) return answer;
  return kept ?? needsNetwork();
}

async function needsNetwork(): Promise<Response> {
  const instead = await shellPage(offlinePage);
  return instead ? new Response(instead.body, { status: 503, headers: instead.headers }) : Response.error();
}

/** Whether a page was kept before the latest build known to be published. */
function isOld(kept: Response, heard: string | undefined): boolean {
  return heard !== undefined && kept.headers.get(keptHeaders.build) !== heard;
}

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

const tooSlow = Symbol('too slow');
const after = (ms: number) => new Promise<typeof tooSlow>((resolve) => setTimeout(() => resolve(tooSlow), ms));

async function asCopy(kept: Response, reason: Reason): Promise<Response> {
  const html = withCopyNotice(await kept.text(), reason, kept.headers.get(keptHeaders.at) ?? '');
  return new Response(html, { headers: kept.headers });
}

/** The kinds of requests that the worker distinguishes. `other` ones bypass it. */
type Route = 'page' | 'asset' | 'build' | 'session' | 'list' | 'save' | 'own' | 'picture' | 'other';

/** The calls of the API that the pages of a note make. */
const ofNote = /^\/api\/notes\/[\da-f]{8}-[\da-f-]{27}(?:\/(?:copy|highlights|marks))?$/;

type RoutedRequest = Pick<Request, 'method' | 'mode' | 'url'> & { headers: Pick<Headers, 'get'> };

/** Requests of other origins are `other`. So are pages that the browser prefetches, since nobody has read them yet. */
export function routeOf({ method, mode, url, headers }: RoutedRequest, origin: string): Route {
  const { origin: requestOrigin, pathname } = new URL(url);
  if (requestOrigin !== origin) return 'other';
  if (pathname === '/api/_auth/session') return 'session';
  if (/^\/api\/notes\/[^/]+\/save$/.test(pathname)) return 'save';
  if (method !== 'GET') return 'other';
  if (ofNote.test(pathname)) return 'own';
  if (pathname.startsWith('/pictures/')) return 'picture';
  if (pathname === '/builds/latest.json') return 'build';
  if (pathname === '/api/reading-list') return 'list';
  if (pathname.startsWith('/_astro/')) return 'asset';
  if (mode !== 'navigate' || headers.get('sec-purpose')?.includes('prefetch')) return 'other';
  // Files that are downloaded or displayed by the browser itself are not pages.
  return pathname.startsWith('/api/') || /\.[a-z]+$/i.test(pathname) ? 'other' : 'page';
}
