import { stored } from '../../platform/browser/device-storage.ts';
import type { Mute } from '../model/follow.ts';
import { call } from './calls.ts';

const freshMs = 10 * 60_000;

type Kept = { user: string; at: number; mutes: Pick<Mute, 'kind' | 'id' | 'handle'>[] };

const kept = stored<Kept>('commonplace:mutes', (value) => {
  const found = value as Kept | null;
  // A clock that was set back makes what was kept before it of no known age.
  return found && found.at <= Date.now() ? found : undefined;
});

/** What this person mutes, as this device knows it; asked for when that is older than ten minutes. Empty when nobody answers. */
export async function mutesOf(user: string): Promise<Kept['mutes']> {
  const found = kept.get();
  const known = found?.user === user ? found : undefined;
  if (known && Date.now() - known.at < freshMs) return known.mutes;
  const asked = Date.now();
  const answer = await call('GET /api/mutes', {});
  if (!answer.ok) return known?.mutes ?? [];
  keepMutes(user, answer.data.mutes, asked);
  return answer.data.mutes;
}

/** Keeps what was answered to who asked at this moment, unless a change has overtaken it. */
export function keepMutes(user: string, mutes: Kept['mutes'], asked: number): void {
  if ((kept.get()?.at ?? 0) < asked) kept.set({ user, at: asked, mutes });
}

/** After a change, so that the next page asks anew. */
export function forgetMutes(): void {
  kept.set({ user: '', at: Date.now(), mutes: [] });
}
