const key = 'commonplace:reloaded';
const reloadGuardMs = 10_000;

/**
 * A code chunk that cannot be loaded belongs to a build that is gone: the page reloads, at most once in 10,000 ms.
 * An island whose code arrived but which fails to mount is logged to the console by its runtime.
 */
export function reloadOnMissingChunks(): void {
  addEventListener('vite:preloadError', reload);
  addEventListener('astro:hydration-error', (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (isMissingChunk((detail as { error?: unknown } | undefined)?.error)) reload(event);
  });
}

/** Whether the page may reload now, and if so, remembers it. Without storage it may not: it could reload for ever. */
export function mayReload(storage: () => Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  try {
    const kept = storage();
    if (now - Number(kept.getItem(key) ?? Number.NEGATIVE_INFINITY) < reloadGuardMs) return false;
    kept.setItem(key, String(now));
    return true;
  } catch {
    return false;
  }
}

/** How Chromium, Firefox and Safari word the failure of an import(). */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}

function reload(event: Event) {
  if (!mayReload(() => sessionStorage, Date.now())) return;
  event.preventDefault();
  location.reload();
}
