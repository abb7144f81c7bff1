const settleMs = 1_000;
const pollMs = 60_000;
const timeoutMs = 10_000;

/** A published build, and when it was published, in milliseconds since 1970. */
type Build = { id: string; timestamp: number };

type Version = {
  /** Reads the build that is published now. A failure is only logged. */
  read: () => Promise<Build>;
  /** When the page was opened, in milliseconds since 1970. */
  openedAt: number;
  /** Called once, as soon as another build has been published since. */
  onNew: (id: string) => void;
};

/** Watches whether another build has been published since the page was opened. Each call of the result checks again. */
export function createAppVersion({ read, openedAt, onNew }: Version): () => Promise<boolean> {
  let baseline: string | undefined;
  let changed = false;
  let asking = false;
  return async () => {
    if (changed || asking) return changed;
    asking = true;
    try {
      const { id, timestamp } = await read();
      changed = baseline === undefined ? timestamp > openedAt : id !== baseline;
      baseline ??= id;
      if (changed) onNew(id);
    } catch (error) {
      console.error('The app manifest could not be loaded.', error);
    } finally {
      asking = false;
    }
    return changed;
  };
}

/**
 * Checks for a new version about a second after the page is idle, then every minute while it is visible and whenever it
 * becomes visible. Once there is one, links load from the network. A public page that the browser restores from its
 * back/forward cache reloads itself if it is old by then; a person's own pages fetch their contents themselves.
 */
export function watchAppVersion(): void {
  const openedAt = performance.timeOrigin;
  const check = createAppVersion({ read: () => publishedBuild(Date.now()), openedAt, onNew: dropPrefetched });
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible') void check();
  };
  const start = () => {
    void check();
    setInterval(checkIfVisible, pollMs);
    document.addEventListener('visibilitychange', checkIfVisible);
  };
  const settle = () => setTimeout(start, settleMs);
  // A busy machine may never leave a page idle.
  if ('requestIdleCallback' in window) requestIdleCallback(settle, { timeout: timeoutMs });
  else setTimeout(settle);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !document.body.dataset.guard)
      // Text typed into a form matters more than the newest page.
      void check().then((isOld) => isOld && !isTyped() && location.reload());
  });
}

const isTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')].some(({ value }) => value);

/** Reads `/builds/latest.json`, bypassing every cache. Throws if it cannot be read. */
export async function publishedBuild(now: number, base = ''): Promise<Build> {
  const response = await fetch(`${base}/builds/latest.json?${now}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  const build = (await response.json()) as Build | null;
  if (typeof build?.id !== 'string') throw new Error('It names no build.');
  return build;
}

/**
 * The browser drops what it prefetched when the rules that requested it are removed. Pages themselves are always
 * revalidated (`max-age=0, must-revalidate`), so the next navigation shows the new version.
 */
function dropPrefetched(): void {
  for (const rules of document.querySelectorAll('script[type=speculationrules]')) rules.remove();
}
