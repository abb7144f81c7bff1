import { stored, tab, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { type NewToast, type Toast, type ToastAction, remaining, createToastList } from './toast-list.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';

/** A toast that can be stored for the next page: without callbacks. */
export type KeptToast = { id: number; toast: NewToast; left: number };

/** The parts of toasts that can be stored for the next page: everything but callbacks. Only actions that are links stay. */
export function keepable(toasts: readonly Toast[], now: number): KeptToast[] {
  return toasts.map(({ id, title, description, icon, avatar, color, timeout, actions, countdown }) => ({
    id,
    toast: {
      title,
      color,
      timeout,
      actions: actions.flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }])),
      ...(description === undefined ? {} : { description }),
      ...(icon === undefined ? {} : { icon }),
      ...(avatar === undefined ? {} : { avatar }),
    },
    left: timeout === 0 ? 0 : remaining(countdown, now),
  }));
}

/** Reads stored toasts. Anything that is not a toast is left out, since the storage may contain anything. */
export const keptFrom = (read: unknown): KeptToast[] =>
  Array.isArray(read) ? read.flatMap((one: unknown) => keptToast(one) ?? []) : [];

/** Stores toasts for the next page of this tab. Without storage, they end with their page. */
export function keepToasts(kept: readonly KeptToast[], storage = tab): void {
  toastsIn(storage).set(kept.length > 0 ? [...kept] : undefined);
}

/** Takes the toasts that the previous page stored. A second call finds nothing. */
export function takeToasts(storage = tab): KeptToast[] {
  const kept = toastsIn(storage).get();
  toastsIn(storage).set(undefined);
  return kept ?? [];
}

const toastsIn = (storage: DeviceStorage) => stored('commonplace:toasts', keptFrom, storage);

function keptToast(value: unknown): KeptToast | undefined {
  if (!isRecord(value) || !isRecord(value.toast)) return undefined;
  const { id, left, toast } = value;
  if (!isCount(id) || !isCount(left) || typeof toast.title !== 'string' || !isCount(toast.timeout)) return undefined;
  const { title, timeout, description, icon, avatar, color, actions } = toast;
  return {
    id,
    left,
    toast: {
      title,
      timeout,
      ...(typeof description === 'string' ? { description } : {}),
      ...(typeof icon === 'string' ? { icon } : {}),
      ...(isRecord(avatar) && typeof avatar.alt === 'string' ? { avatar: { alt: avatar.alt } } : {}),
      ...(color === 'neutral' || color === 'danger' ? { color } : {}),
      ...(Array.isArray(actions) ? { actions: actions.filter(isLinkAction) } : {}),
    },
  };
}

/** Allows only links within the site, since anything that ran in this tab could have written to the storage. */
function isLinkAction(value: unknown): value is ToastAction {
  return isRecord(value) && typeof value.label === 'string' && /^\/(?![/\\])/.test(String(value.href));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export { undoing } from './toast-list.ts';
export type { NewToast, Toast, ToastAction, ToastColor } from './toast-list.ts';

/** The page's list of toasts. The first toast loads the view. */
export const toasts = createToastList({
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Says why an undo, or a part of it, failed, and offers to try it again. */
export function undoFailed(reason: string, again?: () => void, { isPart = false } = {}): void {
  toasts.add({
    title: isPart ? 'Some of it couldn’t be undone' : 'That couldn’t be undone',
    description: reason,
    color: 'danger',
    timeout: 0,
    actions: again ? [{ label: 'Try again', run: again, undoes: true }] : [],
  });
}

let plain: HTMLElement | undefined;

/** Shows the toasts as plain text if their view cannot be loaded, for instance without a network. */
function sayPlainly(place: HTMLElement | null): void {
  plain ??= document.createElement('p');
  Object.assign(plain.style, {
    position: 'fixed',
    inset: 'auto 1rem 1rem auto',
    zIndex: '60',
    maxWidth: 'calc(100vw - 2rem)',
    margin: '0',
    padding: '0.75rem 1rem',
    border: '1px solid var(--line)',
    background: 'var(--raised)',
    whiteSpace: 'pre-line',
  });
  const texts = toasts.getSnapshot().map(({ title, description = '' }) => `${title}\n${description}`.trim());
  plain.textContent = texts.join('\n\n');
  if (texts.length > 0) place?.replaceChildren(plain);
}

const showToasts = lazyView('toasts', () => import('./Toaster.tsx'), sayPlainly);

toasts.subscribe(() => {
  if (toasts.getSnapshot().length > 0) showToasts();
  else plain?.remove();
});

/** Takes over the toasts of the previous page. A page restored from the browser's memory drops those that ended meanwhile. */
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
