import { useRef, useSyncExternalStore, type FocusEvent, type KeyboardEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { toasts, type Toast as ToastData } from './toasts.ts';
import { Toast } from '../Toast.tsx';

/** The area of the toasts at the bottom end of the page, the newest lowest. */
export function Toaster() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const area = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);

  function enter(event: FocusEvent) {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !area.current?.contains(from)) cameFrom.current = from;
  }

  /** A toast that closes under the focus gives it to the next toast, or back to where it was before. */
  function keepFocus(id: number) {
    const items = [...(area.current?.querySelectorAll<HTMLElement>('[data-toast]') ?? [])];
    const leaving = items.find((item) => item.dataset.toast === String(id));
    if (!leaving?.contains(document.activeElement)) return;
    const next = items.find((item) => item !== leaving)?.querySelector<HTMLElement>('a, button');
    const back = cameFrom.current?.isConnected ? cameFrom.current : undefined;
    (next ?? back)?.focus();
  }

  if (list.length === 0) return null;
  return (
    <section
      ref={area}
      aria-label="Notifications"
      onFocus={enter}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 max-h-dvh overflow-y-auto p-4 sm:start-auto sm:end-0 sm:w-96"
    >
      <ol className="m-0 flex list-none flex-col-reverse gap-3 p-0">
        {list.toReversed().map((toast) => (
          <Item key={toast.id} toast={toast} beforeClose={() => keepFocus(toast.id)} />
        ))}
      </ol>
    </section>
  );
}

function Item({ toast, beforeClose }: { toast: ToastData; beforeClose: () => void }) {
  const { id, title, description, icon, avatar, color, actions, countdown } = toast;

  function close() {
    beforeClose();
    toasts.remove(id);
  }

  function act(index: number) {
    beforeClose();
    toasts.act(id, index);
  }

  return (
    <Toast
      data-toast={id}
      {...{ title, description, icon, avatar, color, actions }}
      progress={countdown.total > 0 ? countdown : undefined}
      onAction={act}
      onClose={close}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && close()}
      onPointerEnter={() => toasts.pause(id, 'hover')}
      onPointerLeave={() => toasts.resume(id, 'hover')}
      onFocus={(event) => event.target.matches(':focus-visible') && toasts.pause(id, 'focus')}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && toasts.resume(id, 'focus')}
    />
  );
}

/** Shows the toasts of the page in this element from now on. */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<Toaster />);
}
