import type { PublishingState } from '../publishing/model/publishing.ts';
import { database } from '../platform/server/database.ts';
import { publishingState } from '../publishing/server/store/publishing.ts';
import { environment } from '../platform/server/env.ts';
import { callOwnSite } from '../platform/server/own-site.ts';
import { StoreUnreachable, type Redis } from '../platform/server/store/redis.ts';

/** `changes`: how many are not published yet; `seconds`: how long a build has been waited for or running. */
type Publishing = { changes: number; seconds: number };
type Readiness = { status: 'ready' | 'not ready'; reasons: string[]; publishing?: Publishing };

/** By then a change should be public; otherwise something is wrong. */
const latestSeconds = 15 * 60;

/** Answers that this process is alive, whatever the state of the store. */
export function live(): Response {
  return Response.json({ status: 'live' }, { headers: { 'Cache-Control': 'private, no-store' } });
}

/** Answers whether the store is reachable and changes are published in time. */
export async function ready(): Promise<Response> {
  const readiness = await readinessOf(database(), new Date());
  return Response.json(readiness, { status: readiness.status === 'ready' ? 200 : 503 });
}

/** Whether the store is reachable and publishing keeps up, with the reasons if not. Contains nothing confidential. */
async function readinessOf(redis: Redis, now: Date): Promise<Readiness> {
  try {
    const state = await publishingState(redis, now);
    const publishing = publishingLag(state, now);
    const reasons = [
      ...(state.published === null && (await isSitePublished())
        ? ['The store does not know the published site: it was emptied, replaced or just restored.']
        : []),
      ...(publishing.changes > 0 && publishing.seconds > latestSeconds
        ? [`Changes have waited to be published for ${publishing.seconds} seconds.`]
        : []),
      ...(state.failure && publishing.changes > 0 ? ['The last build failed; it is tried again.'] : []),
    ];
    return { status: reasons.length === 0 ? 'ready' : 'not ready', reasons, publishing };
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    return { status: 'not ready', reasons: ['The store cannot be reached.'] };
  }
}

/** Whether a build has published this site. */
async function isSitePublished(): Promise<boolean> {
  const newest = `${environment().SITE_URL}/builds/latest.json`;
  const answer = await callOwnSite(newest, { timeoutMs: 2000 }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

export function publishingLag({ head, published, asked, building }: PublishingState, now: Date): Publishing {
  const changes = Math.max(0, head - (published?.revision ?? 0));
  const since = [asked?.since, building?.since].filter((time) => time !== undefined).sort()[0];
  const seconds = since === undefined || changes === 0 ? 0 : (now.getTime() - Date.parse(since)) / 1000;
  return { changes, seconds: Math.max(0, Math.round(seconds)) };
}
