import { keptHeaders, cacheNames } from '../model/offline.ts';
import { paths } from '../model/paths.ts';

/**
 * Shows the kept pages, newest first, instead of the one that is not available. Only the visitor reloads it, since they may
 * be about to go elsewhere.
 */
export async function showKept(page: HTMLElement): Promise<void> {
  const again = page.querySelector<HTMLButtonElement>('[data-again]');
  again?.addEventListener('click', () => location.reload());
  if (again) again.hidden = false;
  let any = false;
  for (const kind of ['list', 'read'] as const) {
    const part = page.querySelector<HTMLElement>(`[data-pages=${kind}]`);
    const own = kind === 'list' ? await ownRows().catch(() => []) : [];
    const rows = [...own, ...(await pageRows(cacheNames[kind]).catch(() => []))];
    part?.querySelector('ul')?.replaceChildren(...rows);
    if (part) part.hidden = rows.length === 0;
    any ||= rows.length > 0;
  }
  const none = page.querySelector<HTMLElement>('[data-none]');
  if (none) none.hidden = any;
}

async function pageRows(kind: string): Promise<HTMLLIElement[]> {
  const cache = await caches.open(kind);
  const rows: HTMLLIElement[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const { pathname } = new URL(request.url);
    rows.unshift(rowOf(pathname, decodeURIComponent(kept?.headers.get(keptHeaders.title) ?? '') || pathname));
  }
  return rows;
}

/**
 * The notes of the reading list that are kept as answers of the API and have no page for everybody. A link opens as the copy
 * of its page, if there is one.
 */
async function ownRows(): Promise<HTMLLIElement[]> {
  const kept = await caches.open(cacheNames.kept);
  const read = async <T>(path: string) =>
    (await (await kept.match(path))?.json().catch(() => undefined)) as T | undefined;
  const rows: HTMLLIElement[] = [];
  for (const { url } of await kept.keys()) {
    const { pathname } = new URL(url);
    const [, uuid] = /^\/api\/notes\/([^/]+)$/.exec(pathname) ?? [];
    if (uuid === undefined) continue;
    const note = (await read<{ note: { title: string; visibility: string } }>(pathname))?.note;
    const marks = await read<{ saved: { state: string | null } | null }>(`${pathname}/marks`);
    if (!note || note.visibility === 'public' || !marks?.saved?.state || marks.saved.state === 'archived') continue;
    const copy = (await read<{ copy: object | null }>(`${pathname}/copy`))?.copy;
    rows.unshift(rowOf(copy ? paths.copy(uuid) : paths.item(uuid), note.title));
  }
  return rows;
}

function rowOf(address: string, title: string): HTMLLIElement {
  const link = document.createElement('a');
  link.href = address;
  link.dir = 'auto';
  link.textContent = title;
  const row = document.createElement('li');
  row.append(link);
  return row;
}
