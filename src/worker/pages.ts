import { keptHeaders, mayBeKept } from '../domain/offline.ts';
import { sayingKept, type Reason } from './html.ts';
import type { FetchEvent } from './scope.ts';
import { keep, keptPage, offlineAnswer } from './shelf.ts';

/** How long the network may take before a copy is shown, where there is one. */
const patienceMs = 4_000;

/**
 * A page from the network, which is kept; where the network fails or takes too long, its copy, which says so; else the
 * page that says what is kept.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname, search } = new URL(event.request.url);
  const readable = mayBeKept(pathname) && search === '';
  const kept = readable ? await keptPage(pathname) : undefined;
  const network = fromNetwork(event);
  event.waitUntil(network.catch(() => undefined));
  const answer = await Promise.race([network.catch(() => undefined), ...(kept ? [after(patienceMs)] : [])]);
  if (answer && answer !== tooSlow && (answer.status < 500 || !kept)) {
    if (readable) event.waitUntil(keep('read', pathname, answer.clone()));
    return answer;
  }
  if (kept) return asCopy(kept, answer === tooSlow ? 'slow' : navigator.onLine ? 'unreachable' : 'offline');
  const instead = await offlineAnswer();
  if (!instead) return Response.error();
  return new Response(instead.body, { status: 503, headers: instead.headers });
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
