import { stored, tab, type DeviceStorage } from '../../platform/browser/device-storage.ts';
import { type NewToast, type Toast, type ToastAction, remaining, createToastList } from './toast-list.ts';
import { lazyView } from '../../platform/browser/lazy-view.ts';

/** A toast without what only its own page can run. */
export type KeptToast = { id: number; toast: NewToast; left: number };

/** What of the toasts can go on elsewhere: everything but callbacks, and of the actions those that are links. */
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

/** Reads what was kept, whatever it is by now. What is no toast is left out. */
export const keptFrom = (read: unknown): KeptToast[] =>
  Array.isArray(read) ? read.flatMap((one: unknown) => keptToast(one) ?? []) : [];

/** Keeps toasts for the next page of this tab. Where storage is forbidden, they end with their page. */
export function keepToasts(kept: readonly KeptToast[], storage = tab): void {
  toastsIn(storage).set(kept.length > 0 ? [...kept] : undefined);
}

/** Takes what the page before has kept: the second call finds nothing. */
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

/** Only links within the site: what is kept could have been put there by anything that ran in this tab. */
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

/** The one list of toasts of the page. The first toast brings its view. */
export const toasts = createToastList({
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

let plain: HTMLElement | undefined;

/** Without a network the code of their view may not be here: what they say is said all the same. */
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
  const said = toasts.getSnapshot().map(({ title, description = '' }) => `${title}\n${description}`.trim());
  plain.textContent = said.join('\n\n');
  if (said.length > 0) place?.replaceChildren(plain);
}

const showToasts = lazyView('toasts', () => import('./Toaster.tsx'), sayPlainly);

toasts.subscribe(() => {
  if (toasts.getSnapshot().length > 0) showToasts();
  else plain?.remove();
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
