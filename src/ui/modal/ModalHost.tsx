import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { modal } from './modal.ts';
import { Dialog, DialogClose } from '../Dialog.tsx';
import { Boundary } from '../Boundary.tsx';

/** Shows the component that is open in the page's modal. */
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
 * Makes Back close the modal, which has an entry in the history for that. If it is closed otherwise, the entry is left for
 * the next modal, since going back would come too late if the visitor follows a link from here. Back then skips it.
 */
function closeByBack(): void {
  const place = () => (history.state as { modal?: 'below' | 'above' } | null)?.modal;
  let was = place();
  const check = () => {
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
  addEventListener('popstate', check);
  addEventListener('hashchange', check);
  modal.subscribe(enter);
  enter();
}

/** Makes this element the place of the page's modal. */
export function mount(place: HTMLElement): void {
  closeByBack();
  createRoot(place).render(<ModalHost place={place} />);
}
