const freshForMs = 5_000;
const kept = new Map<string, { html: string; until: number }>();

/**
 * A prerendered page's HTML, for a function to fill in: fetched from the site itself and kept for five seconds, so
 * that a burst of requests costs one fetch and a new build is picked up soon. `origin` is the site's own. Undefined
 * when the site was never reached.
 */
export async function shellOf(origin: string, path: string, now = Date.now()): Promise<string | undefined> {
  const url = new URL(path, origin).href;
  const known = kept.get(url);
  if (known && known.until > now) return known.html;
  const response = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  // An older shell still loads its assets, so it is better than none while the site cannot be reached.
  if (!response || (!response.ok && response.status !== 404)) return known?.html;
  const html = await response.text();
  kept.set(url, { html, until: now + freshForMs });
  return html;
}
