import type { ComponentType } from 'react';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { createModal, type InModal, type ModalOptions } from './modal-state.ts';

export type { InModal, ModalOptions };

/** The one modal of the page. The first opening brings its view. */
export const modal = createModal();

const showModal = lazyView('modal', () => import('./ModalHost.tsx'));

/**
 * Opens any component with its props in the modal, which also gives it `close`. Its `DialogTitle` names the modal.
 * The focus goes back to what has it now, unless the options say otherwise.
 */
export function openModal<P extends object>(
  Component: ComponentType<P & InModal>,
  props: P,
  options: ModalOptions = {},
): InModal {
  const before = document.activeElement;
  const backThere = () => (before instanceof HTMLElement && before.isConnected ? before : null);
  const opened = modal.open(Component, props, { returnFocus: backThere, ...options });
  showModal();
  return opened;
}
