const freshForMs = 5_000;
const kept = new Map<string, { html: string; until: number }>();

/**
 * A prerendered page's HTML, for a function to fill in: fetched from the site itself and kept for five seconds, so
 * that a burst of requests costs one fetch and a new build is picked up at once. `origin` is the site's own.
 */
export async function shellOf(origin: string, path: string, now = Date.now()): Promise<string | undefined> {
  const url = new URL(path, origin).href;
  const known = kept.get(url);
  if (known && known.until > now) return known.html;
  const response = await fetch(url, {
    signal: AbortSignal.timeout(3_000),
  }).catch(() => undefined);
  // An older shell still loads its assets, so it is better than none while the site cannot be reached.
  if (!response?.ok) return known?.html;
  const html = await response.text();
  kept.set(url, { html, until: now + freshForMs });
  return html;
}

/** The shell with what stands between two marks replaced. Throws when the marks are not there: the shell is another page. */
export function filled(shell: string, start: string, end: string, content: string): string {
  const from = shell.indexOf(start);
  const to = shell.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The shell has no ${start} … ${end}.`);
  return shell.slice(0, from) + content + shell.slice(to + end.length);
}
