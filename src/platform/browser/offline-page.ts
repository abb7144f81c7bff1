import { keptHeaders, cacheNames } from '../model/offline.ts';

/**
 * Shows the kept pages, newest first, instead of the one that is not available. Only the visitor reloads it, since they may
 * be about to go elsewhere.
 */
export async function showKept(page: HTMLElement): Promise<void> {
  page.querySelector('[data-again]')?.addEventListener('click', () => location.reload());
  let any = false;
  for (const kind of ['list', 'read'] as const) {
    const part = page.querySelector<HTMLElement>(`[data-pages=${kind}]`);
    const rows = await rowsOf(cacheNames[kind]).catch(() => []);
    part?.querySelector('ul')?.replaceChildren(...rows);
    if (part) part.hidden = rows.length === 0;
    any ||= rows.length > 0;
  }
  const none = page.querySelector<HTMLElement>('[data-none]');
  if (none) none.hidden = any;
}

async function rowsOf(kind: string): Promise<HTMLLIElement[]> {
  const cache = await caches.open(kind);
  const rows: HTMLLIElement[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    const { pathname } = new URL(request.url);
    const link = document.createElement('a');
    link.href = pathname;
    link.dir = 'auto';
    link.textContent = decodeURIComponent(kept?.headers.get(keptHeaders.title) ?? '') || pathname;
    const row = document.createElement('li');
    row.append(link);
    rows.unshift(row);
  }
  return rows;
}
