import { pageCacheLimits, cacheNames, offlinePage, keptHeaders, mayBeKept, type Keeping } from '../model/offline.ts';
import {
  cachedPaths,
  refetch,
  updateState,
  state,
  dropUnusedAssets,
  keepOwnPages,
  asset,
  forgetReading,
  keptPage,
} from './page-cache.ts';
import { changeKeeping, keepItems, ownAnswer, picture } from './own-items.ts';
import { answerPage, routeOf, scope, type FetchEvent } from './pages.ts';

/** The minimum time between two fetches of the reading list. */
const listPauseMs = 10 * 60_000;

let following: Promise<void> | undefined;

/** Keeps the notes that are unread or being read, and drops the others. `again`: a note was just saved. */
async function keepReadingList({ again = false } = {}): Promise<void> {
  const { listedAt = 0 } = await state();
  if (!again && Date.now() - listedAt < listPauseMs) return;
  const before = following;
  following = (async () => {
    await before?.catch(() => undefined);
    await follow();
  })();
  return following;
}

async function follow(): Promise<void> {
  const { owner } = await state();
  const wanted = await listedPaths();
  if (!wanted) return;
  const cache = await caches.open(cacheNames.list);
  const kept = await cachedPaths('list');
  for (const path of kept.filter((one) => !wanted.includes(one))) await cache.delete(path);
  // The last one stored counts as the most recent.
  for (const path of wanted.filter((one) => !kept.includes(one)).reverse()) {
    // If the person signed out meanwhile, nothing is kept.
    if ((await state()).owner !== owner) return;
    await refetch('list', path);
  }
  await updateState({ listedAt: Date.now() });
}

/** Drops a note that was removed from the list. */
async function dropFromList(uuid: string): Promise<void> {
  const cache = await caches.open(cacheNames.list);
  for (const path of await cachedPaths('list')) if (path.includes(uuid)) await cache.delete(path);
}

type Page = { items: { path: string }[]; next: string | null };

/**
 * The pages of the notes in the list that have one for everybody; the others open from what is kept of one's own.
 * Undefined if nobody is signed in, or the list cannot be read.
 */
async function listedPaths(): Promise<string[] | undefined> {
  const found: string[] = [];
  for (const part of ['reading', 'toread']) {
    let cursor: string | null = '';
    while (cursor !== null && found.length < pageCacheLimits.list) {
      const query = new URLSearchParams({ state: part, ...(cursor ? { cursor } : {}) });
      const response = await fetch(`/api/reading-list?${query.toString()}`);
      if (!response.ok) return undefined;
      const page = (await response.json()) as Page;
      found.push(...page.items.map(({ path }) => path).filter(mayBeKept));
      cursor = page.next;
    }
  }
  return found.slice(0, pageCacheLimits.list);
}

/** A busy site is built every minute; kept pages are renewed at most this often. */
const renewalPauseMs = 10 * 60_000;

let renewing: Promise<void> | undefined;

/**
 * Records which build is published. If the kept pages are of another one, each is fetched again. Pages that are gone are
 * deleted, and so are the scripts and styles of the old build. From then on, older copies are used only if the network
 * fails.
 */
async function recordBuild(id: string): Promise<void> {
  const { build, heard, renewedAt = 0 } = await state();
  if (heard !== id) await updateState({ heard: id });
  if (build === undefined) return updateState({ build: id });
  if (build === id || Date.now() - renewedAt < renewalPauseMs) return;
  return (renewing ??= renew(id).finally(() => (renewing = undefined)));
}

async function renew(id: string): Promise<void> {
  const { owner } = await state();
  try {
    await refetch('shell', offlinePage);
    if (owner !== undefined) await keepOwnPages({ again: true });
    for (const kind of ['read', 'list'] as const) {
      for (const path of await cachedPaths(kind)) await refetch(kind, path);
    }
  } catch {
    // The network failed meanwhile: the next check of the published build tries again.
    return;
  }
  await dropUnusedAssets();
  await updateState({ build: id, renewedAt: Date.now() });
}

/**
 * Reading without a network. Pages come from the network first; pages that were read and the reading list are kept. The
 * worker learns who is signed in, which build is published and which notes were saved from calls that pages make anyway.
 */
scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([refetch('shell', offlinePage), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
      // These pages were loaded before the worker.
      for (const { url } of await scope.clients.matchAll({ type: 'window' })) await wasRead(url);
    })(),
  );
});

/** A page reports that it is being read: it may have been prefetched, or loaded before the worker. */
scope.addEventListener('message', (event) => {
  const { data, source } = event;
  if (data === 'read' && source?.url) event.waitUntil(wasRead(source.url));
  else if (isKeeping(data)) event.waitUntil(changeKeeping(data.keeping).catch((error: unknown) => console.warn(error)));
});

scope.addEventListener('fetch', (event) => {
  const route = routeOf(event.request, location.origin);
  if (route === 'other') return;
  const answer = answers[route](event);
  event.respondWith(answer);
});

const answers = {
  page: answerPage,
  asset: ({ request }) => asset(new URL(request.url).pathname),
  build: (event) =>
    passedOn(event, async (response) => {
      const { id } = (await response.json()) as { id?: unknown };
      if (typeof id === 'string') await recordBuild(id);
    }),
  session: (event) =>
    passedOn(event, async (response) => {
      if (event.request.method === 'DELETE') return recordOwner(undefined);
      const { user } = (await response.json()) as { user?: { id: string } };
      return recordOwner(user?.id);
    }),
  own: ({ request }) => ownAnswer(request, timeoutMs),
  picture: ({ request }) => picture(request),
  list: (event) => passedOn(event, () => keepReadingList()),
  save: (event) =>
    passedOn(event, async (response) => {
      const [, uuid = ''] = /notes\/([^/]+)\/save/.exec(event.request.url) ?? [];
      const { saved } = (await response.json()) as { saved: boolean };
      if (!saved) return dropFromList(uuid);
      const { owner } = await state();
      if (!owner || (await isListed(uuid))) return;
      await keepReadingList({ again: true });
      await keepItems({ again: true });
    }),
} satisfies Record<string, (event: FetchEvent) => Promise<Response>>;

/** How long the network may take before a kept answer is shown. */
const timeoutMs = 4_000;

const isKeeping = (data: unknown): data is { keeping: Partial<Keeping> } =>
  typeof data === 'object' && data !== null && 'keeping' in data;

/** Passes an answer on unchanged. After a success, `onAnswer` gets a copy. */
async function passedOn(event: FetchEvent, onAnswer: (response: Response) => Promise<void>): Promise<Response> {
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(onAnswer(response.clone()).catch((error: unknown) => console.warn(error)));
  return response;
}

/** Deletes what the previous person read and saved when the signed-in person changes. */
async function recordOwner(owner: string | undefined): Promise<void> {
  const { owner: before, keeping } = await state();
  if (before !== owner) {
    // How much may be kept is a setting of the device.
    await updateState({
      owner,
      listedAt: 0,
      keptAt: 0,
      keeping: keeping && { ...keeping, notes: [], collections: [] },
    });
    if (before !== undefined) await forgetReading();
    // Now that there is room again.
    await updateState({});
  }
  if (owner === undefined) return;
  await keepOwnPages().catch(() => undefined);
  await keepItems().catch(() => undefined);
}

async function isListed(uuid: string): Promise<boolean> {
  return (await cachedPaths('list')).some((path) => path.includes(uuid));
}

/** A copy younger than this is of the page now open. */
const freshMs = 30_000;

async function wasRead(url: string): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  if (origin !== location.origin || search !== '' || !mayBeKept(pathname)) return;
  const at = (await keptPage(pathname))?.headers.get(keptHeaders.at);
  if (at && Date.now() - Date.parse(at) < freshMs) return;
  await refetch('read', pathname).catch(() => undefined);
}
