import { cacheNames, defaultKeptBytes, keptHeaders, keptNews, type Keeping } from '../model/offline.ts';
import { remember, state } from './page-cache.ts';

/** Looking at what is to be kept asks the server again only after this. */
const pauseMs = 10 * 60_000;
/** More are not looked at. */
const most = 1000;

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
    await follow(owner).finally(tell);
  })();
  return under;
}

type Wanted = { uuid: string; version: string; hasCopy: boolean };

async function follow(owner: string): Promise<void> {
  const { keeping } = await state();
  const limit = keeping?.limit ?? defaultKeptBytes;
  const wanted = limit > 0 ? await wantedItems(keeping) : [];
  const cache = await caches.open(cacheNames.kept);
  const known = await keptIn(cache);
  let [bytes, full] = [0, false];
  const stay = new Set<string>();
  for (const item of wanted) {
    // People who signed out meanwhile leave nothing.
    if ((await state()).owner !== owner) return;
    const before = known.get(item.uuid);
    if (bytes >= limit) {
      full = true;
      break;
    }
    if (before && before.version === item.version) bytes += before.bytes;
    else {
      const kept = await keepItem(cache, item).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') return undefined;
        throw error;
      });
      if (kept === undefined) {
        full = true;
        break;
      }
      bytes += kept;
    }
    stay.add(item.uuid);
  }
  for (const [uuid, { requests }] of known) {
    if (!stay.has(uuid)) await Promise.all(requests.map((request) => cache.delete(request)));
  }
  await remember({ keptAt: Date.now(), keptFull: full });
}

/** What was asked for comes first, then what is being read, then what waits; of each the newest. */
async function wantedItems(keeping: Keeping | undefined): Promise<Wanted[]> {
  const found = new Map<string, Wanted>();
  for (const uuid of keeping?.notes ?? []) found.set(uuid, { uuid, version: '', hasCopy: true });
  const queries = [...(keeping?.collections ?? []).map((id) => `collection:${id}`), 'is:reading', 'is:unread'];
  for (const q of queries) {
    for (let cursor: string | null = '0'; cursor !== null && found.size < most;) {
      const response = await fetch(`/api/library?${new URLSearchParams({ q, cursor, count: '200' })}`);
      if (!response.ok) throw new Error(`The library answered ${response.status}.`);
      const page = (await response.json()) as LibraryPage;
      for (const item of page.items) {
        const { uuid, rev, own, kind } = item.note;
        const version = [rev, item.highlights, item.reading?.changedAt, item.copy?.title].join(' ');
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

/** Fetches all that the pages of a note ask for. Gives its size in bytes; 0 for a note that is gone. */
async function keepItem(cache: Cache, { uuid, version, hasCopy }: Wanted): Promise<number> {
  const note = `/api/notes/${uuid}`;
  let bytes = 0;
  for (const path of [note, `${note}/marks`, ...(hasCopy ? [`${note}/copy`, `${note}/highlights`] : [])]) {
    const response = await fetch(path, { headers: { Accept: 'application/json' } });
    if (response.status === 404 || response.status === 410) {
      await cache.delete(path);
      continue;
    }
    // Too often, signed out, or a server that fails: what is kept stays until the next time.
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    const text = await response.text();
    bytes += await put(cache, path, new Blob([text], { type: 'application/json' }), uuid, version);
    for (const picture of picturesIn(text)) {
      if (await cache.match(picture)) continue;
      const shown = await fetch(picture).catch(() => undefined);
      const file = shown?.ok ? await shown.blob() : undefined;
      if (file?.type.startsWith('image/')) bytes += await put(cache, picture, file, uuid, version);
    }
  }
  return bytes;
}

async function put(cache: Cache, path: string, file: Blob, uuid: string, version: string): Promise<number> {
  const headers = {
    'Content-Type': file.type,
    [keptHeaders.at]: new Date().toISOString(),
    [keptHeaders.of]: uuid,
    [keptHeaders.version]: version,
    [keptHeaders.bytes]: String(file.size),
  };
  await cache.put(path, new Response(file, { headers }));
  return file.size;
}

/** Pictures of our own addresses that an answer shows: those of its HTML, and those that it names. */
export function picturesIn(json: string): string[] {
  const sources = json.matchAll(/\bsrc=\\?"(\/(?!\/)[^"\\]+)/g);
  const named = json.matchAll(/"(icon|lead|avatar)":(?:\{"name":)?"([\da-f]{32})"/g);
  return [
    ...new Set([
      ...[...sources].map(([, path = '']) => path.replaceAll('&amp;', '&')),
      ...[...named].flatMap(([, kind, name]) =>
        pictureWidths[kind as keyof typeof pictureWidths].map((width) => `/pictures/${name}-${width}.webp`),
      ),
    ]),
  ];
}

/** As `src/pictures/model` has them. */
const pictureWidths = { icon: [64], lead: [320, 640], avatar: [128] };

async function keptIn(cache: Cache) {
  const kept = new Map<string, { version: string; bytes: number; requests: Request[] }>();
  for (const request of await cache.keys()) {
    const headers = (await cache.match(request))?.headers;
    const uuid = headers?.get(keptHeaders.of) ?? '';
    const one = kept.get(uuid) ?? { version: headers?.get(keptHeaders.version) ?? '', bytes: 0, requests: [] };
    one.bytes += Number(headers?.get(keptHeaders.bytes));
    one.requests.push(request);
    kept.set(uuid, one);
  }
  return kept;
}

/** An answer of the API that may be kept: from the network, unless that fails or takes too long. */
export async function ownAnswer(request: Request, patienceMs: number): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const cache = await caches.open(cacheNames.kept);
  const kept = search === '' ? await cache.match(pathname) : undefined;
  const network = fetch(request);
  if (!kept) return network;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));
  const answer = await Promise.race([network.catch(() => undefined), late]);
  if (!answer || answer.status >= 500) return kept;
  const { of, version } = keptHeaders;
  if (answer.ok) {
    const file = await answer.clone().blob();
    // It may have been removed from the device meanwhile.
    if (!(await cache.match(pathname))) return answer;
    await put(cache, pathname, file, kept.headers.get(of) ?? '', kept.headers.get(version) ?? '').catch(
      () => undefined,
    );
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
