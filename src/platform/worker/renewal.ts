import { offlinePage } from '../model/offline.ts';
import { dropUnusedAssets, keepOwnPages, pathsOn, refetch, remember, state } from './page-cache.ts';

/** A site where much is written has a build a minute; what is kept follows at most this often. */
const pauseMs = 10 * 60_000;

let under: Promise<void> | undefined;

/**
 * Hears which build is published. When it is not the one that the kept pages are of, each is fetched anew: what changed
 * takes the place of its old copy, what is gone goes, and so do the scripts and styles of the old build. From that moment
 * on, copies of before are no answer while the network has one.
 */
export async function hearBuild(id: string): Promise<void> {
  const { build, heard, renewedAt = 0 } = await state();
  if (heard !== id) await remember({ heard: id });
  if (build === undefined) return remember({ build: id });
  if (build === id || Date.now() - renewedAt < pauseMs) return;
  return (under ??= renew(id).finally(() => (under = undefined)));
}

async function renew(id: string): Promise<void> {
  const { owner } = await state();
  try {
    await refetch('shell', offlinePage);
    if (owner !== undefined) await keepOwnPages({ again: true });
    for (const kind of ['read', 'list'] as const) {
      for (const path of await pathsOn(kind)) await refetch(kind, path);
    }
  } catch {
    // The network went away meanwhile: the next look at the published build tries again.
    return;
  }
  await dropUnusedAssets();
  await remember({ build: id, renewedAt: Date.now() });
}
