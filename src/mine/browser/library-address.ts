import { useMemo, useSyncExternalStore } from 'react';
import { addressOfView, viewOf, type LibraryView } from '../model/library-view.ts';

function watch(changed: () => void): () => void {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

/** What of the library the address names, and the way to another view of it; Back and Forward go between views. */
export function useLibraryAddress(): { view: LibraryView; part: string; go: typeof goTo } {
  const address = useSyncExternalStore(
    watch,
    () => location.search + location.hash,
    () => '',
  );
  const [search = '', part = ''] = address.split('#');
  const view = useMemo(() => viewOf(search), [search]);
  return { view, part, go: goTo };
}

/** Opens a view without loading the page. `replace`: in the place of this one, as for each letter of a word. */
function goTo(view: LibraryView | string, { replace = false } = {}): void {
  const address = typeof view === 'string' ? view : addressOfView(view);
  if (address === location.pathname + location.search + location.hash) return;
  if (replace) history.replaceState(history.state, '', address);
  else history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate'));
}
