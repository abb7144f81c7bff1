import { pageCacheLimits, cacheNames } from '../model/offline.ts';
import { pathsOn, refetch, remember, state } from './page-cache.ts';

/** Looking at the list again fetches it again only after this. */
const pauseMs = 10 * 60_000;

let under: Promise<void> | undefined;

/** Keeps the notes that wait to be read or are begun, and lets go of the others. `again`: a note was saved just now. */
export async function keepReadingList({ again = false } = {}): Promise<void> {
  const { listedAt = 0 } = await state();
  if (!again && Date.now() - listedAt < pauseMs) return;
  const before = under;
  under = (async () => {
    await before?.catch(() => undefined);
    await follow();
  })();
  return under;
}

async function follow(): Promise<void> {
  const { owner } = await state();
  const wanted = await listedPaths();
  if (!wanted) return;
  const cache = await caches.open(cacheNames.list);
  const kept = await pathsOn('list');
  for (const path of kept.filter((one) => !wanted.includes(one))) await cache.delete(path);
  // The last one put there counts as the most recent.
  for (const path of wanted.filter((one) => !kept.includes(one)).reverse()) {
    // Whoever signed out meanwhile leaves nothing.
    if ((await state()).owner !== owner) return;
    await refetch('list', path);
  }
  await remember({ listedAt: Date.now() });
}

/** Lets go of a note that was taken out of the list. */
export async function dropFromList(uuid: string): Promise<void> {
  const cache = await caches.open(cacheNames.list);
  for (const path of await pathsOn('list')) if (path.includes(uuid)) await cache.delete(path);
}

type Page = { items: { path: string }[]; next: string | null };

/** Undefined for whom no list is told. */
async function listedPaths(): Promise<string[] | undefined> {
  const found: string[] = [];
  for (const part of ['reading', 'toread']) {
    let cursor: string | null = '';
    while (cursor !== null && found.length < pageCacheLimits.list) {
      const query = new URLSearchParams({ state: part, ...(cursor ? { cursor } : {}) });
      const response = await fetch(`/api/reading-list?${query.toString()}`);
      if (!response.ok) return undefined;
      const page = (await response.json()) as Page;
      found.push(...page.items.map(({ path }) => path));
      cursor = page.next;
    }
  }
  return found.slice(0, pageCacheLimits.list);
}
