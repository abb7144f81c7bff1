import { useEffect, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the island is hydrated: false in prerendered HTML. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The page's query string with its question mark; undefined until the island is hydrated, since a prerendered page has none. */
export function useSearch(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => location.search,
    () => undefined,
  );
}

/** Reloads a page that the browser restores from its back/forward cache while `stale`: its form has been sent since. */
export function useReloadOnReturn(stale: boolean): void {
  useEffect(() => {
    if (!stale) return;
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener('pageshow', reload);
    return () => removeEventListener('pageshow', reload);
  }, [stale]);
}

/** Makes the browser ask before the page is left while unsaved text would be lost. */
export function useAskBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [wouldLose]);
}

/** The fragment of the address, without its `#`; empty until the island is hydrated. */
export function useHash(): string {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('hashchange', changed);
      return () => removeEventListener('hashchange', changed);
    },
    () => location.hash.slice(1),
    () => '',
  );
}

/**
 * Moves the focus to an element that stays, such as the heading of a list, before the focused element is removed. Otherwise
 * the keyboard would start again at the top of the page.
 */
export function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}

/** A ref for the element that replaces a pressed button: it takes the focus as soon as it is mounted. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}
