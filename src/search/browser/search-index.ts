import { withFresh, type IndexChanges } from '../model/index.ts';
import { openIndex, type SearchIndex } from '../model/index.ts';

const timeoutMs = 15_000;
/** Changes since the build may arrive late or never. The files of the index can be searched without them. */
const freshTimeoutMs = 3_000;

export { find } from '../model/find.ts';
export type { Hit } from '../model/find.ts';

/** The index in the files of the published build. Rejects if they cannot be loaded. */
export function openPublished(): Promise<SearchIndex> {
  return openIndex(async (path) => {
    const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  });
}

/**
 * The index with the changes since the build, and whether the server offers semantic search. Undefined if the server does
 * not answer.
 */
export async function openNewest(index: SearchIndex): Promise<{ index: SearchIndex; meaning: boolean } | undefined> {
  try {
    const answer = await fetch('/api/search/fresh', { signal: AbortSignal.timeout(freshTimeoutMs) });
    if (!answer.ok) return undefined;
    const { meaning, ...fresh } = (await answer.json()) as IndexChanges & { meaning?: true };
    return { index: withFresh(index, fresh), meaning: meaning === true };
  } catch {
    return undefined;
  }
}
