const settleMs = 1_000;
const pollMs = 60_000;
const timeoutMs = 10_000;

type Version = {
  /** The id of the build that is published now. Its failures are only logged. */
  read: () => Promise<string>;
  /** Called once, when an id differs from the first one. */
  onNew: (id: string) => void;
};

/** Compares the published build with the one that was published when the page was young. Call the result to look again. */
export function createAppVersion({ read, onNew }: Version): () => Promise<void> {
  let baseline: string | undefined;
  let changed = false;
  let asking = false;
  return async () => {
    if (changed || asking) return;
    asking = true;
    try {
      const id = await read();
      baseline ??= id;
      changed = id !== baseline;
      if (changed) onNew(id);
    } catch (error) {
      console.error('The app manifest could not be loaded.', error);
    } finally {
      asking = false;
    }
  };
}

/**
 * Looks for a new version about a second after the page is idle, then every minute while it is visible and whenever it
 * becomes visible. From then on, links lead to the network.
 */
export function watchAppVersion(): void {
  const check = createAppVersion({ read: () => publishedId(Date.now()), onNew: dropPrefetched });
  const checkIfVisible = () => {
    if (document.visibilityState === 'visible') void check();
  };
  const start = () => {
    void check();
    setInterval(checkIfVisible, pollMs);
    document.addEventListener('visibilitychange', checkIfVisible);
  };
  const whenIdle = (then: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(then) : then());
  whenIdle(() => setTimeout(start, settleMs));
}

/** The build id of `/builds/latest.json`, asked for past every cache. Throws when there is none to read. */
export async function publishedId(now: number, base = ''): Promise<string> {
  const response = await fetch(`${base}/builds/latest.json?${now}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`It answered ${response.status}.`);
  const manifest: unknown = await response.json();
  const id = (manifest as { id?: unknown } | null)?.id;
  if (typeof id !== 'string') throw new Error('It names no build.');
  return id;
}

/**
 * The browser drops what it fetched ahead when the rules that asked for it are taken away. Pages themselves are always
 * revalidated (`max-age=0, must-revalidate`), so the next navigation shows the new version.
 */
function dropPrefetched(): void {
  for (const rules of document.querySelectorAll('script[type=speculationrules]')) rules.remove();
}
