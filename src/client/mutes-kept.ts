import type { Mute } from '../domain/follow.ts';

const storageKey = 'commonplace:mutes';
const freshMs = 10 * 60_000;

type Kept = { user: string; at: number; mutes: Pick<Mute, 'kind' | 'id' | 'handle'>[] };

/** What this person mutes, as this device knows it; asked for when that is older than ten minutes. Empty when nobody answers. */
export async function mutesOf(user: string): Promise<Kept['mutes']> {
  const known = kept(user);
  if (known && Date.now() - known.at < freshMs) return known.mutes;
  const answer = await fetch('/api/mutes', { headers: { Accept: 'application/json' } }).catch(() => undefined);
  const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined;
  if (typeof body !== 'object' || body === null || !('mutes' in body)) return known?.mutes ?? [];
  const mutes = body.mutes as Kept['mutes'];
  try {
    localStorage.setItem(storageKey, JSON.stringify({ user, at: Date.now(), mutes } satisfies Kept));
  } catch {
    // A device that keeps nothing asks on every page.
  }
  return mutes;
}

function kept(user: string): Kept | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Kept | null;
    return found?.user === user ? found : undefined;
  } catch {
    return undefined;
  }
}

/** After a change, so that the next page asks anew. */
export function forgetMutes(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept.
  }
}
