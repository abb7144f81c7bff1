import { problemPage, type Problem } from '../../platform/model/page-problem.ts';
import { endpoint, type ErrorAnswer, type Handler } from '../../platform/server/http/endpoint.ts';
import { htmlResponse, pageCaching } from '../../platform/server/http/html.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { builtFileOf, callOwnSite } from '../../platform/server/own-site.ts';
import { StoreUnreachable } from '../../platform/server/store/redis.ts';
import { problemHtml } from './markup.tsx';

const freshForMs = 5_000;
const kept = new Map<string, { html: string; until: number }>();

/**
 * The HTML of the prerendered error page, for a function to fill in. Fetched from the site at `origin` and cached for five
 * seconds, so that a burst of requests costs one fetch and a new build is used soon. Undefined if the site could not be
 * reached yet.
 */
async function shellOf(origin: string): Promise<string | undefined> {
  const now = Date.now();
  const url = `${origin}/404.html`;
  const known = kept.get(url);
  if (known && known.until > now) return known.html;
  const response = await callOwnSite(url, { timeoutMs: 3_000 }).catch(() => undefined);
  // An older shell still loads its assets, so it is better than none while the site is unreachable.
  if (!response || (!response.ok && response.status !== 404)) return known?.html;
  const html = await response.text();
  kept.set(url, { html, until: now + freshForMs });
  return html;
}

/** A function that answers with a page; errors become the generic error page. */
export function pageEndpoint(handler: Handler) {
  return endpoint({ GET: handler }, problemAnswer);
}

/**
 * The same for a page that may be a file of the last build: while the store is unreachable, that file is the answer. If
 * functions answer between builds, the files are in a separate folder (`PUBLISH_EVERY`).
 */
export function builtPageEndpoint(handler: Handler) {
  return pageEndpoint(async (request, context) => {
    try {
      const answer = await handler(request, context);
      // An error within a template is already a response.
      return answer.status < 500 ? answer : ((await builtPage(request)) ?? answer);
    } catch (error) {
      const built = error instanceof StoreUnreachable ? await builtPage(request) : undefined;
      if (!built) throw error;
      return built;
    }
  });
}

async function builtPage(request: Request): Promise<Response | undefined> {
  const { origin, pathname } = new URL(request.url);
  const answer = await callOwnSite(origin + builtFileOf(pathname), { timeoutMs: 3_000, redirect: 'manual' }).catch(
    () => undefined,
  );
  if (answer?.status !== 200) return undefined;
  const type = answer.headers.get('Content-Type') ?? 'text/plain';
  // Not cached: it is outdated, and the store may be back in a moment.
  const headers = { ...pageCaching.none, 'Content-Type': type };
  const text = await answer.text();
  return type.startsWith('text/html') ? htmlResponse(200, text, headers) : new Response(text, { headers });
}

/** Words the errors of functions that answer people. Errors on our side include the request id. */
export const problemAnswer: ErrorAnswer = ({ status, detail, extras }, request, requestId) => {
  if (status === 405) return undefined;
  const problem = problemPage(status, detail);
  const isExplained = status < 500 || detail.includes(requestId);
  return problemResponse(request, isExplained ? problem : { ...problem, requestId }, extras.headers);
};

/** The page of a problem; undefined if the site has no shell for it yet. */
export async function problemResponse(
  request: Request,
  problem: Problem,
  headers: Record<string, string> = {},
): Promise<Response | undefined> {
  const { origin, pathname } = new URL(request.url);
  const shell = await shellOf(origin);
  if (shell === undefined) return undefined;
  const [, handle] = /^\/u\/(\w+)$/.exec(pathname) ?? [];
  const html = problemHtml(shell, problem.status === 404 && handle !== undefined ? { ...problem, handle } : problem);
  return htmlResponse(problem.status, html, { ...pageCaching.none, ...headers });
}

/** The same, or HttpError 503 if there is none. */
export async function requiredShell(request: Request): Promise<string> {
  const shell = await shellOf(new URL(request.url).origin);
  if (shell !== undefined) return shell;
  throw new HttpError(503, 'Service Unavailable', 'The site is being published. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  });
}
