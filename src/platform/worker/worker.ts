import { keptHeaders, mayBeKept, offlinePage, type Keeping } from '../model/offline.ts';
import { dropFromList, keepReadingList } from './reading-list.ts';
import { changeKeeping, keepItems, ownAnswer, picture } from './own-items.ts';
import { hearBuild } from './renewal.ts';
import { answerPage, routeOf, scope, type FetchEvent } from './pages.ts';
import { asset, forgetReading, keepOwnPages, keptPage, pathsOn, refetch, remember, state } from './page-cache.ts';

/**
 * Reading without a network. Pages come from the network first; what was read and the reading list are kept. Who is
 * signed in, which build is published and what was saved is heard from the calls that pages make anyway.
 */
scope.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([refetch('shell', offlinePage), scope.skipWaiting()]));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
      // These pages came before the worker.
      for (const { url } of await scope.clients.matchAll({ type: 'window' })) await wasRead(url);
    })(),
  );
});

/** A page says that it is being read: it may have been fetched ahead, or before the worker was there. */
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
    overheard(event, async (response) => {
      const { id } = (await response.json()) as { id?: unknown };
      if (typeof id === 'string') await hearBuild(id);
    }),
  session: (event) =>
    overheard(event, async (response) => {
      if (event.request.method === 'DELETE') return hearOwner(undefined);
      const { user } = (await response.json()) as { user?: { id: string } };
      return hearOwner(user?.id);
    }),
  own: ({ request }) => ownAnswer(request, timeoutMs),
  picture: ({ request }) => picture(request),
  list: (event) => overheard(event, () => keepReadingList()),
  save: (event) =>
    overheard(event, async () => {
      const [, uuid = ''] = /notes\/([^/]+)\/save/.exec(event.request.url) ?? [];
      if (event.request.method === 'DELETE') return dropFromList(uuid);
      const { owner } = await state();
      if (!owner || (await isListed(uuid))) return;
      await keepReadingList({ again: true });
      await keepItems({ again: true });
    }),
} satisfies Record<string, (event: FetchEvent) => Promise<Response>>;

/** How long the network may take before what is kept is shown. */
const timeoutMs = 4_000;

const isKeeping = (data: unknown): data is { keeping: Partial<Keeping> } =>
  typeof data === 'object' && data !== null && 'keeping' in data;

/** Passes an answer on as it is, and learns from it when it is a good one. */
async function overheard(event: FetchEvent, learn: (response: Response) => Promise<void>): Promise<Response> {
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(learn(response.clone()).catch((error: unknown) => console.warn(error)));
  return response;
}

/** What one person read and saved is not for the next one at this device. */
async function hearOwner(owner: string | undefined): Promise<void> {
  const { owner: before, keeping } = await state();
  if (before !== owner) {
    // How much may be kept is a choice for the device.
    await remember({ owner, listedAt: 0, keptAt: 0, keeping: keeping && { ...keeping, notes: [], collections: [] } });
    if (before !== undefined) await forgetReading();
  }
  if (owner === undefined) return;
  await keepOwnPages().catch(() => undefined);
  await keepItems().catch(() => undefined);
}

async function isListed(uuid: string): Promise<boolean> {
  return (await pathsOn('list')).some((path) => path.includes(uuid));
}

/** Younger copies are of the page that is being looked at. */
const freshMs = 30_000;

async function wasRead(url: string): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  if (origin !== location.origin || search !== '' || !mayBeKept(pathname)) return;
  const at = (await keptPage(pathname))?.headers.get(keptHeaders.at);
  if (at && Date.now() - Date.parse(at) < freshMs) return;
  await refetch('read', pathname).catch(() => undefined);
}
