import { tab } from './device-storage.ts';

const key = 'commonplace:reloaded';
const reloadGuardMs = 10_000;

declare global {
  interface Window {
    /** Failures of islands since the head of the page, before the page's own code was loaded. */
    failedParts?: Event[];
  }
}

/**
 * If a code chunk cannot be loaded, its build has been replaced: the page reloads, at most once in 10,000 ms, and not
 * offline, where the chunk is merely out of reach. An island that fails to mount is logged to the console by its runtime,
 * and the page says what to do.
 */
export function reloadOnMissingChunks(): void {
  addEventListener('vite:preloadError', reload);
  window.failedParts?.forEach(answerFailure);
  addEventListener('astro:hydration-error', answerFailure);
  // Without a network, a page works without the code that only adds to it.
  addEventListener('unhandledrejection', (event) => {
    if (!navigator.onLine && isMissingChunk(event.reason)) event.preventDefault();
  });
}

function answerFailure(event: Event): void {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  if (isMissingChunk((detail as { error?: unknown } | undefined)?.error) && reload()) return;
  if (event.target instanceof Element) showLoadFailure(event.target);
}

/** Says above a part of the page that its code failed to load, and removes its loading message. */
export function showLoadFailure(part: Element): void {
  for (const status of part.querySelectorAll('[role=status]')) status.remove();
  const message = document.createElement('p');
  message.className = 'not-alive';
  message.setAttribute('role', 'alert');
  message.append(
    'This part of the page couldn’t be loaded. You can still read what’s here. ',
    reloadButton('Reload the page'),
  );
  part.before(message);
}

/** A button that reloads the page. */
export function reloadButton(label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet small';
  button.textContent = label;
  button.addEventListener('click', () => location.reload());
  return button;
}

/** Whether the page may reload now; if so, records it. Without storage it may not, since it could reload for ever. */
export function mayReload(now: number, storage = tab): boolean {
  if (now - Number(storage.read(key) ?? Number.NEGATIVE_INFINITY) < reloadGuardMs) return false;
  return storage.write(key, String(now));
}

/** How Chromium, Firefox and Safari word the failure of an import(). */
export function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}

let reloads = false;

/** Whether this page is reloading for a missing chunk, so that nothing needs to be said about the chunk. */
export const isReloading = (): boolean => reloads;

function reload(): boolean {
  if (!navigator.onLine || !mayReload(Date.now())) return false;
  reloads = true;
  location.reload();
  return true;
}
