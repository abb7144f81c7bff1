import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { modal } from './modal.ts';
import { Dialog, DialogClose } from '../Dialog.tsx';
import { Boundary } from '../Boundary.tsx';

/** Shows whatever component is opened in the page's one modal. */
export function ModalHost({ place }: { place: HTMLElement }) {
  const { open, content } = useSyncExternalStore(modal.subscribe, modal.getSnapshot);
  const { locked = false, size = 'md', role = 'dialog', returnFocus } = content?.options ?? {};
  return (
    <Dialog
      {...{ open, locked, size, role }}
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

/** Shows the modal of the page in this element from now on. */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<ModalHost place={place} />);
}
