import { openIndex, type SearchIndex } from '../../domain/search/index.ts';

const keptForMs = 30_000;
const patienceMs = 3_000;

let kept: { origin: string; index: Promise<SearchIndex>; until: number } | undefined;

/**
 * The search index of the published site, read from the site's own files as browsers read it and kept for half a minute.
 * Rejects when they cannot be reached.
 */
export function publishedIndex(origin: string, now = Date.now()): Promise<SearchIndex> {
  if (kept?.origin === origin && kept.until > now) return kept.index;
  const index = openIndex(async (path) => {
    const answer = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(patienceMs) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  });
  kept = { origin, index, until: now + keptForMs };
  index.catch(() => forgetPublishedIndex());
  return index;
}

/** After a new build, files that an opened index names may be gone. */
export function forgetPublishedIndex(): void {
  kept = undefined;
}
