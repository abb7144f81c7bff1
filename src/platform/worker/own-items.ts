import { cacheNames, defaultKeptBytes, keptHeaders, offlineChannel, type Keeping } from '../model/offline.ts';
import { pathOf, picturesIn } from './html.ts';
import { updateState, state } from './page-cache.ts';
import { unsentNotesOf, wantedItems, type NoteToKeep } from './notes-to-keep.ts';

/** The minimum time between two checks of what is to be kept. */
const pauseMs = 10 * 60_000;
let running: Promise<void> | undefined;

/**
 * Keeps what a person's own pages show of the reading list and of other notes that they want offline: the notes, their
 * copies, highlights and pictures, as far as there is room. `again`: something was just changed.
 */
export async function keepItems({ again = false } = {}): Promise<void> {
  const { owner, keptAt = 0 } = await state();
  if (owner === undefined || (!again && Date.now() - keptAt < pauseMs)) return;
  const before = running;
  running = (async () => {
    await before?.catch(() => undefined);
    await follow(owner).finally(async () => {
      // After a failure too, so that pages opened meanwhile do not all start over.
      if ((await state()).owner === owner) await updateState({ keptAt: Date.now() });
      announceChange();
    });
  })();
  return running;
}

/** What is kept for a note. */
type Kept = { version: string; bytes: number; paths: string[]; pictures: string[] };

async function follow(owner: string): Promise<void> {
  const { keeping, tooLarge } = await state();
  const limit = keeping?.limit ?? defaultKeptBytes;
  const wanted = limit > 0 ? await wantedItems(keeping) : [];
  const unsent = await unsentNotesOf(owner);
  const cache = await caches.open(cacheNames.kept);
  const { items, sizes } = await keptIn(cache);
  // Notes with changes that the server has not received stay.
  const unsentKept = [...items.keys()].filter((uuid) => unsent.has(uuid));
  const stays = new Set(unsentKept);
  const shown = new Set<string>();
  const sizeOf = ({ bytes, pictures }: Kept) =>
    [...new Set(pictures)].reduce((sum, one) => sum + (shown.has(one) ? 0 : (sizes.get(one) ?? 0)), bytes);
  let [bytes, full, stopped] = [0, false, false];
  function count(kept: Kept): void {
    bytes += sizeOf(kept);
    for (const picture of kept.pictures) shown.add(picture);
  }
  for (const uuid of unsentKept) count(items.get(uuid)!);

  /** Deletes what is kept for all other notes. */
  async function keepOnly(these: ReadonlySet<string>): Promise<void> {
    const gone = [...items].filter(([uuid]) => !these.has(uuid));
    for (const [uuid] of gone) items.delete(uuid);
    const used = new Set([...items.values()].flatMap(({ pictures }) => pictures));
    const unseen = [...sizes.keys()].filter((picture) => !used.has(picture));
    for (const picture of unseen) sizes.delete(picture);
    await Promise.all([...gone.flatMap(([, { paths }]) => paths), ...unseen].map((path) => cache.delete(path)));
  }

  /** Makes room: drops the least wanted note after `from`. False if there is none left. */
  async function dropLast(from: number): Promise<boolean> {
    const last = wanted.findLastIndex(({ uuid }) => items.has(uuid) && !unsent.has(uuid));
    if (last <= from) return false;
    await keepOnly(new Set([...items.keys()].filter((uuid) => uuid !== wanted[last]?.uuid)));
    return true;
  }

  // Notes that were read or removed from the list make room first.
  await keepOnly(new Set([...unsent, ...wanted.map(({ uuid }) => uuid)]));
  for (const [at, item] of wanted.entries()) {
    // If the person signed out meanwhile, nothing is kept.
    if ((await state()).owner !== owner) return;
    if (bytes >= limit) {
      full = true;
      break;
    }
    const name = `${item.uuid} ${item.version}`;
    let kept = items.get(item.uuid);
    if (tooLarge?.name === name && bytes + tooLarge.bytes > limit) kept = undefined;
    else if (!stopped && kept?.version !== item.version) {
      let now = await keepItem(cache, item, sizes);
      while (now === 'no room' && (await dropLast(at))) now = await keepItem(cache, item, sizes);
      if (now === 'no room') full = true;
      if (now === 'no room' || now === 'stopped') stopped = true;
      else if (now !== 'failed') kept = now === 'gone' ? undefined : now;
      if (kept) items.set(item.uuid, kept);
    }
    if (stays.has(item.uuid)) continue;
    const size = kept ? sizeOf(kept) : 0;
    if (bytes + size > limit) {
      full = true;
      // Remembered, so that it is not fetched again and again.
      await updateState({ tooLarge: { name, bytes: size } });
      // A note that would take most of the room must not keep the others out.
      if (size > limit / 2) continue;
      break;
    }
    if (!kept) continue;
    stays.add(item.uuid);
    count(kept);
  }
  await keepOnly(stays);
  await updateState({ keptFull: full });
}

/**
 * Fetches everything that the pages of a note request, and stores it once all of it has arrived. Otherwise what was kept
 * stays: `failed` concerns this note only, `stopped` means that all others would fail now. Adds the `sizes` of its
 * pictures.
 */
async function keepItem(
  cache: Cache,
  { uuid, version, hasCopy }: NoteToKeep,
  sizes: Map<string, number>,
): Promise<Kept | 'gone' | 'failed' | 'stopped' | 'no room'> {
  const note = noteAt(uuid);
  const kept: Kept = { version, bytes: 0, paths: [], pictures: [] };
  try {
    const texts = new Map<string, string>();
    // The note is stored last, since its entry shows that everything else is there.
    for (const path of [...(hasCopy ? [`${note}/copy`, `${note}/highlights`] : []), `${note}/marks`, note]) {
      const response = await fetch(path, { headers: { Accept: 'application/json' } });
      const { status } = response;
      if (status === 404 || status === 410) {
        if (path === note) return 'gone';
        await cache.delete(path);
      } else if (response.ok) texts.set(path, await response.text());
      // Signed out, or rate-limited.
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

function putAnswer(cache: Cache, path: string, text: string, { uuid, version }: Pick<NoteToKeep, 'uuid' | 'version'>) {
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

/** What is kept for each note, and the size of each picture in bytes. */
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

/** A picture of our own never changes, so the kept one is always valid. */
export async function picture(request: Request): Promise<Response> {
  return (await (await caches.open(cacheNames.kept)).match(new URL(request.url).pathname)) ?? fetch(request);
}

/** Applies a person's choice of what to keep, made on one of the pages. */
export async function changeKeeping(change: Partial<Keeping>): Promise<void> {
  const { keeping } = await state();
  const before: Keeping = keeping ?? { limit: defaultKeptBytes, notes: [], collections: [] };
  await updateState({ keeping: { ...before, ...change } });
  announceChange();
  await keepItems({ again: true });
}

function announceChange(): void {
  const channel = new BroadcastChannel(offlineChannel);
  channel.postMessage('changed');
  channel.close();
}
