import { stored } from '../../platform/browser/device-storage.ts';
import type { Mute } from '../model/follow.ts';
import { call } from './calls.ts';

const freshMs = 10 * 60_000;

type Kept = { user: string; at: number; mutes: Pick<Mute, 'kind' | 'id' | 'handle'>[] };

const kept = stored<Kept>('commonplace:mutes', (value) => {
  const found = value as Kept | null;
  // If the clock was set back, the age of what was stored before is unknown.
  return found && found.at <= Date.now() ? found : undefined;
});

/** What this person mutes, as stored on this device; requested again after ten minutes. Empty if that fails the first time. */
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

/** Stores an answer to a request made at the time `asked`, unless a later change has made it outdated. */
export function keepMutes(user: string, mutes: Kept['mutes'], asked: number): void {
  if ((kept.get()?.at ?? 0) < asked) kept.set({ user, at: asked, mutes });
}

/** Forgets the mutes after a change, so that the next page requests them again. */
export function forgetMutes(): void {
  kept.set({ user: '', at: Date.now(), mutes: [] });
}
