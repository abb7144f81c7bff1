import { lazyView } from '../../platform/browser/lazy-view.ts';
import { keepable, keepToasts, takeToasts } from './toast-keep.ts';
import { createToastList } from './toast-list.ts';

export type { NewToast, Toast, ToastAction, ToastColor } from './toast-list.ts';

/** The one list of toasts of the page. The first toast brings its view. */
export const toasts = createToastList({
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

const showToasts = lazyView('toasts', () => import('./Toaster.tsx'));

toasts.subscribe(() => {
  if (toasts.getSnapshot().length > 0) showToasts();
});

/** Shows what the page before was still showing. A page that the browser kept shows what went on meanwhile. */
function takeOver() {
  const kept = takeToasts();
  const still = new Set(kept.map(({ id }) => id));
  for (const { id } of [...toasts.getSnapshot()]) if (!still.has(id)) toasts.remove(id);
  for (const { id, toast, left } of kept) toasts.restore(id, toast, left);
}

// Islands import this while they are prerendered too, where there is no page to leave.
if (typeof document !== 'undefined') {
  addEventListener('pagehide', () => {
    keepToasts(keepable(toasts.getSnapshot(), Date.now()));
    toasts.halt();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) takeOver();
  });
  takeOver();
}
