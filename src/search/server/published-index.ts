import { openIndex, type SearchIndex } from '../model/index.ts';

const timeoutMs = 3_000;

/** Whoever reads through old notes has a few files of the index loaded for each; beyond so many it is opened anew. */
const maxFiles = 400;

let kept: { site: string; index: Promise<SearchIndex> } | undefined;

/**
 * The search index of the published site, read from the site's own files as browsers read it, and kept as long as that
 * build is the published one. Rejects when they cannot be reached.
 */
export async function publishedIndex(origin: string): Promise<SearchIndex> {
  let files = 0;
  const load = async (path: string) => {
    files += 1;
    if (files > maxFiles && kept?.index === index) forgetPublishedIndex();
    const answer = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const site = `${origin} ${new TextDecoder().decode(await load('/builds/latest.json'))}`;
  if (kept?.site === site) return kept.index;
  const index = openIndex(load);
  kept = { site, index };
  index.catch(() => forgetPublishedIndex());
  return index;
}

/** When a build is published while its files are read, they may be gone. */
export function forgetPublishedIndex(): void {
  kept = undefined;
}
