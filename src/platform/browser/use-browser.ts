import { useEffect, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the island is alive: false in prerendered HTML and until it is hydrated. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The page's query string with its question mark; undefined until the island is alive, since a prerendered page has none. */
export function useSearch(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    never,
    () => location.search,
    () => undefined,
  );
}

/** Loads the page anew when the browser brings it back from memory while `stale`: what it shows has been sent since. */
export function useReloadOnReturn(stale: boolean): void {
  useEffect(() => {
    if (!stale) return;
    const reload = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener('pageshow', reload);
    return () => removeEventListener('pageshow', reload);
  }, [stale]);
}

/** Has the browser ask before the page is left while what was typed would be lost with it. */
export function useAskBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [wouldLose]);
}

/** What stands after the `#` of the address; empty until the island is alive. */
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
 * Leads the focus to a place that stays, such as the heading of a list, before what has it goes. A keyboard would begin
 * at the top of the page again otherwise.
 */
export function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}

/** A ref for what takes the place of the button that was pressed: it has the focus once it is there. */
export function takesFocus(element: HTMLElement | null): void {
  element?.focus();
}
