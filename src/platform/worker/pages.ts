import { keptHeaders, mayBeKept, offlinePage, ownPages } from '../model/offline.ts';
import { sayingKept, type Reason } from './html.ts';
import { keep, keptPage, shellPage, state } from './page-cache.ts';

/** The part of a service worker's world that is used here: the types of pages and of workers exclude each other. */
type LastingEvent = { waitUntil(work: Promise<unknown>): void };
export type FetchEvent = LastingEvent & {
  readonly request: Request;
  readonly clientId: string;
  /** What the browser has begun to load while the worker was waking. */
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
 * How long the network may take before a copy is shown, where there is one. A copy from before the published build gives
 * way to whatever the network brings: so late, it brings nothing.
 */
const timeoutMs = { current: 4_000, old: 30_000 };

/**
 * A page from the network, which is kept; where the network fails or takes too long, its copy, which says so; else the
 * page that says what is kept.
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

/** A page of one's own fills itself in, and says by itself what it lacks. It is as good from the device as from the network. */
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

/** Whether a page was kept before the build that is known to be published. */
function isOld(kept: Response, heard: string | undefined): boolean {
  return heard !== undefined && kept.headers.get(keptHeaders.build) !== heard;
}

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

const tooSlow = Symbol('too slow');
const after = (ms: number) => new Promise<typeof tooSlow>((resolve) => setTimeout(() => resolve(tooSlow), ms));

async function asCopy(kept: Response, reason: Reason): Promise<Response> {
  const html = sayingKept(await kept.text(), reason, kept.headers.get(keptHeaders.at) ?? '');
  return new Response(html, { headers: kept.headers });
}

/** What a request is to the worker. Everything that it does not name goes its usual way, unseen. */
type Route = 'page' | 'asset' | 'build' | 'session' | 'list' | 'save' | 'own' | 'picture' | 'other';

/** What the pages of a note ask of the API. */
const ofNote = /^\/api\/notes\/[\da-f]{8}-[\da-f-]{27}(?:\/(?:copy|highlights|marks))?$/;

type Asked = Pick<Request, 'method' | 'mode' | 'url'> & { headers: Pick<Headers, 'get'> };

/** Only requests of the own origin are anything but `other`; nor is a page that the browser fetches ahead a page read. */
export function routeOf({ method, mode, url, headers }: Asked, origin: string): Route {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return 'other';
  if (pathname === '/api/_auth/session') return 'session';
  if (/^\/api\/notes\/[^/]+\/save$/.test(pathname)) return 'save';
  if (method !== 'GET') return 'other';
  if (ofNote.test(pathname)) return 'own';
  if (pathname.startsWith('/pictures/')) return 'picture';
  if (pathname === '/builds/latest.json') return 'build';
  if (pathname === '/api/reading-list') return 'list';
  if (pathname.startsWith('/_astro/')) return 'asset';
  if (mode !== 'navigate' || headers.get('sec-purpose')?.includes('prefetch')) return 'other';
  // Files that are downloaded or shown by the browser itself are no pages.
  return pathname.startsWith('/api/') || /\.[a-z]+$/i.test(pathname) ? 'other' : 'page';
}
