import { keptHeaders, libraryDatabase, ownPages, type Keeping, pageCacheLimits, cacheNames } from '../model/offline.ts';
import { assetsOf, importsOf, hashedFilesIn, pathOf, titleOf } from './html.ts';

/** The worker's persistent state: the browser ends and restarts the worker as it likes. */
type State = {
  /** The id of the person signed in at the last session call. */
  owner?: string | undefined;
  /** The last build known to be published. */
  heard?: string;
  /** The build of the kept pages, and when they were last fetched again, in milliseconds. */
  build?: string;
  renewedAt?: number;
  /** When the reading list was last fetched, in milliseconds. */
  listedAt?: number;
  /** What the person wants offline, when that was last fetched, and whether there was too little room for it. */
  keeping?: Keeping | undefined;
  keptAt?: number;
  keptFull?: boolean;
  /** The last note for which there was no room, and its size. */
  tooLarge?: { name: string; bytes: number } | undefined;
};

let known: Promise<State> | undefined;

export function state(): Promise<State> {
  return (known ??= stored());
}

/** Changes the state. Other callers see the change immediately; on a full device it is lost when the worker ends. */
export async function updateState(change: State): Promise<void> {
  const now = Object.assign(await state(), change);
  const written = (await caches.open(cacheNames.state)).put('/', new Response(JSON.stringify(now)));
  await written.catch((error: unknown) => console.warn(error));
}

async function stored(): Promise<State> {
  const kept = await (await caches.open(cacheNames.state)).match('/');
  return ((await kept?.json().catch(() => undefined)) ?? {}) as State;
}

export type PageCache = keyof typeof pageCacheLimits;

const protecting = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

const isPage = ({ status, headers }: Response) =>
  status === 200 &&
  (headers.get('content-type') ?? '').startsWith('text/html') &&
  !/private|no-store/.test(headers.get('cache-control') ?? '');

/** A page from the network, and the build known to be published when it was requested. */
export type Fetched = { response: Response; build: string | undefined };

/** Stores a page in a cache, as its most recent one, with its scripts and styles. Anything but a public page is ignored. */
export async function keep(kind: PageCache | 'shell', path: string, { response, build }: Fetched): Promise<void> {
  if (!isPage(response) || response.redirected) return;
  const html = await response.text();
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    [keptHeaders.at]: new Date().toISOString(),
    [keptHeaders.title]: encodeURIComponent(titleOf(html)),
    ...(build === undefined ? {} : { [keptHeaders.build]: build }),
  });
  // The copy needs the headers that protect the page, too.
  for (const name of protecting) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cache = await caches.open(cacheNames[kind]);
  const earlier = await cache.match(path);
  // In some browsers, a page that replaces itself keeps its position.
  await cache.delete(path);
  await cache.put(path, new Response(html, { headers })).catch(async (error: unknown) => {
    // If there is no room for the new copy, there was room for the earlier one.
    if (earlier) await cache.put(path, earlier);
    throw error;
  });
  await keepAssets(assetsOf(html), ownPages.includes(path) ? hashedFilesIn : importsOf);
  if (kind !== 'shell') await trim(cache, pageCacheLimits[kind]);
}

async function trim(cache: Cache, limit: number): Promise<void> {
  const all = await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - limit)).map((oldest) => cache.delete(oldest)));
}

/** Fetches the page again and keeps it; a page that is no longer public is dropped. Throws if the network fails. */
export async function refetch(kind: PageCache | 'shell', path: string): Promise<void> {
  const { heard: build } = await state();
  const response = await fetch(path, { cache: 'no-cache', headers: { Accept: 'text/html' } });
  if (response.status >= 500) return;
  if (isPage(response) && !response.redirected) return keep(kind, path, { response, build });
  await (await caches.open(cacheNames[kind])).delete(path);
}

/** The paths in a cache, with their queries, the least recent first. */
export async function cachedPaths(kind: PageCache): Promise<string[]> {
  return (await (await caches.open(cacheNames[kind])).keys()).map(({ url }) => pathOf(url));
}

export async function keptPage(path: string): Promise<Response | undefined> {
  for (const kind of ['read', 'list'] as const) {
    const found = await (await caches.open(cacheNames[kind])).match(path);
    if (found) return found;
  }
  return undefined;
}

export async function shellPage(path: string): Promise<Response | undefined> {
  return (await caches.open(cacheNames.shell)).match(path);
}

/** Keeps the person's own pages, with everything that they may load, unless they are kept already. */
export async function keepOwnPages({ again = false } = {}): Promise<void> {
  for (const path of ownPages) if (again || !(await shellPage(path))) await refetch('shell', path);
}

/** Deletes everything that shows what a person read and has. The shell stays. */
export async function forgetReading(): Promise<void> {
  indexedDB.deleteDatabase(libraryDatabase);
  await Promise.all([cacheNames.read, cacheNames.list, cacheNames.kept].map((name) => caches.delete(name)));
}

/** A page in place of a hashed file, as of a proxy during maintenance, would be shown as that file for good. */
const isAsset = ({ status, headers }: Response) =>
  status === 200 && !/^text\/html\b/i.test(headers.get('content-type') ?? '');

/** A hashed file never changes, so a kept one is always valid. Every fetched one is kept if the device has room. */
export async function asset(path: string): Promise<Response> {
  const cache = await caches.open(cacheNames.shell);
  const kept = await cache.match(path);
  if (kept) return kept;
  const response = await fetch(path);
  if (isAsset(response)) await cache.put(path, response.clone()).catch(() => undefined);
  return response;
}

/** Keeps these files and those that `needed` finds in them, one at a time, since nobody waits for them. */
async function keepAssets(
  wanted: string[],
  needed: (script: string) => string[],
  known = new Set<string>(),
): Promise<void> {
  for (const path of wanted) {
    if (known.has(path)) continue;
    known.add(path);
    const response = await asset(path).catch(() => undefined);
    if (response?.ok && path.endsWith('.js')) await keepAssets(needed(await response.text()), needed, known);
  }
}

/** Deletes hashed files that no kept page uses: they belong to earlier builds. */
export async function dropUnusedAssets(): Promise<void> {
  const shell = await caches.open(cacheNames.shell);
  const used = new Set<string>();
  for (const cache of [shell, await caches.open(cacheNames.read), await caches.open(cacheNames.list)]) {
    for (const page of await cache.matchAll()) {
      if (page.headers.has(keptHeaders.at)) for (const path of assetsOf(await page.text())) used.add(path);
    }
  }
  // Sets are iterated in order of insertion, including values added during the iteration.
  for (const path of used) {
    const script = path.endsWith('.js') ? await shell.match(path) : undefined;
    for (const name of script ? hashedFilesIn(await script.text()) : []) used.add(name);
  }
  for (const { url } of await shell.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/_astro/') && !used.has(pathname)) await shell.delete(pathname);
  }
}
