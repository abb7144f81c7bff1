import { tab } from './device-storage.ts';

const key = 'commonplace:reloaded';
const reloadGuardMs = 10_000;

declare global {
  interface Window {
    /** What failed from the head of the page on: a part may fail before the page's own code has arrived. */
    failedParts?: Event[];
  }
}

/**
 * A code chunk that cannot be loaded belongs to a build that is gone: the page reloads, at most once in 10,000 ms, and not
 * offline, where it is merely out of reach.
 * An island that fails to mount is logged to the console by its runtime, and says on the page what to do.
 */
export function reloadOnMissingChunks(): void {
  addEventListener('vite:preloadError', reload);
  window.failedParts?.forEach(answerFailure);
  addEventListener('astro:hydration-error', answerFailure);
  // Code that merely adds to a page: without a network the page is whole without it.
  addEventListener('unhandledrejection', (event) => {
    if (!navigator.onLine && isMissingChunk(event.reason)) event.preventDefault();
  });
}

function answerFailure(event: Event): void {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  if (isMissingChunk((detail as { error?: unknown } | undefined)?.error) && reload()) return;
  if (event.target instanceof Element) sayNotAlive(event.target);
}

/** Says above a part of the page that its code did not come to life, in the place of what says that it is loading. */
export function sayNotAlive(part: Element): void {
  for (const status of part.querySelectorAll('[role=status]')) status.remove();
  const words = document.createElement('p');
  words.className = 'not-alive';
  words.setAttribute('role', 'alert');
  words.append(
    'This part of the page couldn’t be loaded. You can still read what’s here. ',
    reloadButton('Reload the page'),
  );
  part.before(words);
}

/** A button that loads the page anew. */
export function reloadButton(words: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet small';
  button.textContent = words;
  button.addEventListener('click', () => location.reload());
  return button;
}

/** Whether the page may reload now, and if so, remembers it. Without storage it may not: it could reload for ever. */
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

function reload(): boolean {
  if (!navigator.onLine || !mayReload(Date.now())) return false;
  location.reload();
  return true;
}
