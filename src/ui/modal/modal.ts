import type { ComponentType, Attributes, ReactElement } from 'react';
import { lazyView } from '../../platform/browser/lazy-view.ts';
import { toasts } from '../toasts/toasts.ts';

/** The page's modal. Opening it for the first time loads its view. */
export const modal = createModal();

const showModal = lazyView(
  'modal',
  () => import('./ModalHost.tsx'),
  () => {
    modal.closeAll();
    const description = navigator.onLine
      ? 'Check your connection, then try again.'
      : 'You’re offline, and this isn’t stored on this device yet. Try again when you’re connected.';
    toasts.add({ title: 'That couldn’t be opened', description, color: 'danger' });
  },
);

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

export type ModalOptions = {
  /** Escape and the backdrop do nothing: only what is inside can close it. */
  locked?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` interrupts, such as a question before something is destroyed. */
  role?: 'dialog' | 'alertdialog';
  /** Selector of the element that gets the focus when it opens; by default the first control. */
  initialFocus?: string;
  /** The element that gets the focus afterwards; by default the one that had it before. */
  returnFocus?: () => HTMLElement | null;
  /** Runs once when it closes, however it closes. */
  onClose?: () => void;
};

/** What every opened component gets in addition to its own props. */
export type InModal = { close: () => void };

/** React's `createElement`, passed in by the view, so that code which opens a modal does not import React. */
type Create = <P extends object>(Component: ComponentType<P>, props: Attributes & P) => ReactElement;

type ModalContent = { turn: number; element: (create: Create) => ReactElement; options: ModalOptions };

type ModalState = {
  readonly open: boolean;
  /** Kept while the modal closes, and dropped afterwards. */
  readonly content?: ModalContent;
  /** Modals opened meanwhile, in order. Each is shown when the previous one has closed. */
  readonly waiting: readonly ModalContent[];
};

/** A store of one modal at a time, independent of frameworks, for `useSyncExternalStore`. */
export function createModal() {
  const listeners = new Set<() => void>();
  let state: ModalState = { open: false, waiting: [] };
  // Counts what has been opened, so that two openings of one component share no state.
  let turns = 0;

  function setState(next: ModalState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Closes the open modal, or the one opened in this turn, which may still be waiting. */
  function close(turn = state.content?.turn) {
    const { open, content, waiting } = state;
    if (open && content?.turn === turn) {
      setState({ ...state, open: false });
      content?.options.onClose?.();
      return;
    }
    const dropped = waiting.find((one) => one.turn === turn);
    if (!dropped) return;
    setState({ ...state, waiting: waiting.filter((one) => one !== dropped) });
    dropped.options.onClose?.();
  }

  /** Drops a modal that has closed, and shows the next one. */
  function reset() {
    if (state.open) return;
    const [content, ...waiting] = state.waiting;
    setState(content ? { open: true, content, waiting } : { open: false, waiting });
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Opens a component with its props, once what is open now has closed. */
    open<P extends object>(Component: ComponentType<P & InModal>, props: P, options: ModalOptions = {}): InModal {
      const turn = ++turns;
      const inModal = { close: () => close(turn) };
      const element = (create: Create) => create<P & InModal>(Component, { ...props, ...inModal, key: turn });
      const content = { turn, element, options };
      setState(state.content ? { ...state, waiting: [...state.waiting, content] } : { ...state, open: true, content });
      return inModal;
    },
    close: () => close(),
    /** Closes and drops the open modal and those that wait, where there is no view to show them. */
    closeAll: () => {
      while (state.open) {
        close();
        reset();
      }
    },
    reset,
  };
}
