import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { modal } from './modal.ts';
import { Dialog, DialogClose } from '../Dialog.tsx';
import { Boundary } from '../Boundary.tsx';

/** Shows whatever component is opened in the page's one modal. */
export function ModalHost({ place }: { place: HTMLElement }) {
  const { open, content } = useSyncExternalStore(modal.subscribe, modal.getSnapshot);
  const { locked = false, size = 'md', role = 'dialog', initialFocus, returnFocus } = content?.options ?? {};
  return (
    <Dialog
      {...{ open, locked, size, role, initialFocus }}
      {...(returnFocus ? { finalFocus: returnFocus } : {})}
      container={place}
      ignorePressesIn="#toasts"
      onClose={modal.close}
      onLeft={modal.reset}
    >
      <Boundary left={<DialogClose />}>{content?.element(createElement)}</Boundary>
    </Dialog>
  );
}

/**
 * Has Back close the modal, which has an entry of the history for that. Closed otherwise, it leaves its entry to the next
 * one, since going back comes too late for whoever goes on from it; Back then leads over it, to what was before.
 */
function closeByBack(): void {
  const place = () => (history.state as { modal?: 'below' | 'above' } | null)?.modal;
  let was = place();
  const look = () => {
    const now = place();
    const wentBack = was === 'above' && now === 'below';
    was = now;
    if (!wentBack) return;
    const { open, content } = modal.getSnapshot();
    if (!open) history.back();
    else if (content?.options.locked) history.forward();
    else modal.close();
  };
  const enter = () => {
    if (modal.getSnapshot().open && place() !== 'above') {
      const state = history.state as object | null;
      history.replaceState({ ...state, modal: 'below' }, '');
      history.pushState({ ...state, modal: 'above' }, '');
    }
    was = place();
  };
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  modal.subscribe(enter);
  enter();
}

/** Shows the modal of the page in this element from now on. */
export function mount(place: HTMLElement): void {
  closeByBack();
  createRoot(place).render(<ModalHost place={place} />);
}
