import { keptHeaders, mayBeKept } from '../model/offline.ts';
import { sayingKept, type Reason } from './html.ts';
import type { FetchEvent } from './scope.ts';
import { keep, keptPage, offlineAnswer } from './page-cache.ts';
import { state } from './state.ts';

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
  const readable = mayBeKept(pathname) && search === '';
  const kept = readable ? await keptPage(pathname) : undefined;
  const { heard: build } = await state();
  const patience = timeoutMs[kept && isOld(kept, build) ? 'old' : 'current'];
  const network = fromNetwork(event);
  event.waitUntil(network.catch(() => undefined));
  const answer = await Promise.race([network.catch(() => undefined), ...(kept ? [after(patience)] : [])]);
  if (answer && answer !== tooSlow && (answer.status < 500 || !kept)) {
    if (readable) event.waitUntil(keep('read', pathname, { response: answer.clone(), build }));
    return answer;
  }
  if (kept) return asCopy(kept, answer === tooSlow ? 'slow' : navigator.onLine ? 'unreachable' : 'offline');
  const instead = await offlineAnswer();
  if (!instead) return Response.error();
  return new Response(instead.body, { status: 503, headers: instead.headers });
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
