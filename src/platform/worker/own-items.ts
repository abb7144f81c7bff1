import { cacheNames, defaultKeptBytes, keptHeaders, keptNews, type Keeping } from '../model/offline.ts';
import { pathOf, picturesIn } from './html.ts';
import { remember, state } from './page-cache.ts';

/** Looking at what is to be kept asks the server again only after this. */
const pauseMs = 10 * 60_000;
/** More are not looked at. */
const max = 1000;

let under: Promise<void> | undefined;

/**
 * Keeps what the pages of one's own show of the reading list and of what one asked for: the notes, their copies, highlights
 * and pictures, as far as there is room. `again`: something was changed just now.
 */
export async function keepItems({ again = false } = {}): Promise<void> {
  const { owner, keptAt = 0 } = await state();
  if (owner === undefined || (!again && Date.now() - keptAt < pauseMs)) return;
  const before = under;
  under = (async () => {
    await before?.catch(() => undefined);
    await follow(owner).finally(async () => {
      // Also where it failed: pages that are opened meanwhile do not all begin anew.
      if ((await state()).owner === owner) await remember({ keptAt: Date.now() });
      tell();
    });
  })();
  return under;
}

type Wanted = { uuid: string; version: string; hasCopy: boolean };
/** What is kept of a note. */
type Kept = { version: string; bytes: number; paths: string[]; pictures: string[] };

async function follow(owner: string): Promise<void> {
  const { keeping } = await state();
  const limit = keeping?.limit ?? defaultKeptBytes;
  const wanted = limit > 0 ? await wantedItems(keeping) : [];
  const cache = await caches.open(cacheNames.kept);
  const { items, sizes } = await keptIn(cache);
  let [bytes, full, stopped] = [0, false, false];
  const stays = new Set<string>();
  const shown = new Set<string>();
  for (const item of wanted) {
    // People who signed out meanwhile leave nothing.
    if ((await state()).owner !== owner) return;
    if (bytes >= limit) {
      full = true;
      break;
    }
    let kept = items.get(item.uuid);
    if (!stopped && kept?.version !== item.version) {
      const now = await keepItem(cache, item, sizes);
      if (now === 'no room') {
        full = true;
        break;
      }
      if (now === 'stopped') stopped = true;
      else if (now !== 'failed') kept = now === 'gone' ? undefined : now;
    }
    if (!kept) continue;
    stays.add(item.uuid);
    bytes += kept.bytes;
    for (const picture of kept.pictures) {
      // One picture may be shown by many.
      if (!shown.has(picture)) bytes += sizes.get(picture) ?? 0;
      shown.add(picture);
    }
  }
  const gone = [...items].flatMap(([uuid, { paths }]) => (stays.has(uuid) ? [] : paths));
  const unseen = [...sizes.keys()].filter((picture) => !shown.has(picture));
  await Promise.all([...gone, ...unseen].map((path) => cache.delete(path)));
  await remember({ keptFull: full });
}

/** Of what is kept of a note: an earlier one is fetched anew. */
const form = '2';

/** What was asked for comes first, then what is being read, then what waits; of each the newest. */
async function wantedItems(keeping: Keeping | undefined): Promise<Wanted[]> {
  const found = new Map<string, Wanted>();
  // The library may not have it, and tell of its changes: it is fetched anew every day.
  const today = `${form} ${new Date().toISOString().slice(0, 10)}`;
  for (const uuid of keeping?.notes ?? []) found.set(uuid, { uuid, version: today, hasCopy: true });
  const queries = [...(keeping?.collections ?? []).map((id) => `collection:${id}`), 'is:reading', 'is:unread'];
  for (const q of queries) {
    for (let cursor: string | null = '0'; cursor !== null && found.size < max;) {
      const response = await fetch(`/api/library?${new URLSearchParams({ q, cursor, count: '200' })}`);
      if (!response.ok) throw new Error(`The library answered ${response.status}.`);
      const page = (await response.json()) as LibraryPage;
      for (const item of page.items) {
        const { uuid, rev, own, kind } = item.note;
        const version = [form, rev, item.highlights, item.reading?.changedAt, item.copy?.title].join(' ');
        found.set(uuid, { uuid, version, hasCopy: own && kind === 'link' });
      }
      cursor = page.next;
    }
  }
  return [...found.values()];
}

type LibraryPage = {
  items: {
    note: { uuid: string; rev: number; own: boolean; kind: string };
    highlights: number;
    reading: { changedAt: string } | null;
    copy: { title: string } | null;
  }[];
  next: string | null;
};

/**
 * Fetches all that the pages of a note ask for, and keeps it when it has come. Otherwise what was kept stays: `failed` at
 * this one alone, `stopped` where all would fail now. Adds the `sizes` of its pictures.
 */
async function keepItem(
  cache: Cache,
  { uuid, version, hasCopy }: Wanted,
  sizes: Map<string, number>,
): Promise<Kept | 'gone' | 'failed' | 'stopped' | 'no room'> {
  const note = noteAt(uuid);
  const kept: Kept = { version, bytes: 0, paths: [], pictures: [] };
  try {
    const texts = new Map<string, string>();
    // The note comes last, since what it is kept with says that all of it is there.
    for (const path of [...(hasCopy ? [`${note}/copy`, `${note}/highlights`] : []), `${note}/marks`, note]) {
      const response = await fetch(path, { headers: { Accept: 'application/json' } });
      const { status } = response;
      if (status === 404 || status === 410) {
        if (path === note) return 'gone';
        await cache.delete(path);
      } else if (response.ok) texts.set(path, await response.text());
      // Signed out, or too often.
      else return status === 401 || status === 429 ? 'stopped' : 'failed';
    }
    for (const picture of [...texts.values()].flatMap(picturesIn)) {
      if (sizes.has(picture)) continue;
      const file = await fetch(picture).then(
        (response) => (response.ok ? response.blob() : undefined),
        () => undefined,
      );
      if (file?.type.startsWith('image/')) sizes.set(picture, await put(cache, picture, file));
    }
    for (const [path, text] of texts) {
      kept.bytes += await putAnswer(cache, path, text, { uuid, version });
      kept.paths.push(path);
      kept.pictures.push(...picturesIn(text));
    }
    return kept;
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no room' : 'stopped';
  }
}

const noteAt = (uuid: string) => `/api/notes/${uuid}`;

function putAnswer(cache: Cache, path: string, text: string, { uuid, version }: Pick<Wanted, 'uuid' | 'version'>) {
  return put(cache, path, new Blob([text], { type: 'application/json' }), {
    [keptHeaders.of]: uuid,
    [keptHeaders.version]: version,
    [keptHeaders.pictures]: picturesIn(text).join(' '),
  });
}

async function put(cache: Cache, path: string, file: Blob, more: Record<string, string> = {}): Promise<number> {
  const headers = {
    'Content-Type': file.type,
    [keptHeaders.at]: new Date().toISOString(),
    [keptHeaders.bytes]: String(file.size),
    ...more,
  };
  await cache.put(path, new Response(file, { headers }));
  return file.size;
}

/** What is kept of each note, and how many bytes each picture has. */
async function keptIn(cache: Cache): Promise<{ items: Map<string, Kept>; sizes: Map<string, number> }> {
  const items = new Map<string, Kept>();
  const sizes = new Map<string, number>();
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers;
    const path = pathOf(request.url);
    const bytes = Number(headers?.get(keptHeaders.bytes));
    const [, uuid] = /^\/api\/notes\/([^/]+)/.exec(path) ?? [];
    if (uuid === undefined) {
      sizes.set(path, bytes);
      continue;
    }
    const kept = items.get(uuid) ?? { version: '', bytes: 0, paths: [], pictures: [] };
    items.set(uuid, kept);
    if (path === noteAt(uuid)) kept.version = headers?.get(keptHeaders.version) ?? '';
    kept.bytes += bytes;
    kept.paths.push(path);
    kept.pictures.push(...(headers?.get(keptHeaders.pictures)?.split(' ').filter(Boolean) ?? []));
  }
  return { items, sizes };
}

/** An answer of the API that may be kept: from the network, unless that fails or takes too long. */
export async function ownAnswer(request: Request, timeoutMs: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const cache = await caches.open(cacheNames.kept);
  const kept = search === '' ? await cache.match(pathname) : undefined;
  const network = fetch(request);
  if (!kept) return network;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  const answer = await Promise.race([network.catch(() => undefined), late]);
  if (!answer || answer.status >= 500) return kept;
  if (answer.status === 404 || answer.status === 410) await cache.delete(pathname);
  if (answer.ok) {
    const text = await answer.clone().text();
    // It may have been removed from the device meanwhile.
    if (!(await cache.match(pathname))) return answer;
    const [uuid, version] = [keptHeaders.of, keptHeaders.version].map((name) => kept.headers.get(name) ?? '');
    await putAnswer(cache, pathname, text, { uuid: uuid ?? '', version: version ?? '' }).catch(() => undefined);
  }
  return answer;
}

/** A picture of our own never changes: what is kept is right. */
export async function picture(request: Request): Promise<Response> {
  return (await (await caches.open(cacheNames.kept)).match(new URL(request.url).pathname)) ?? fetch(request);
}

/** Takes over what a person asked for on one of the pages. */
export async function changeKeeping(change: Partial<Keeping>): Promise<void> {
  const { keeping } = await state();
  const before: Keeping = keeping ?? { limit: defaultKeptBytes, notes: [], collections: [] };
  await remember({ keeping: { ...before, ...change } });
  tell();
  await keepItems({ again: true });
}

function tell(): void {
  const channel = new BroadcastChannel(keptNews);
  channel.postMessage('changed');
  channel.close();
}
