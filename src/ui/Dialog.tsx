import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode, useState } from 'react';
import { Glyph } from './Glyph.tsx';
import { cn, fade, surface } from './cn.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  open: boolean;
  /** Called for Escape, the backdrop or the dialog's own close button. */
  onClose: () => void;
  /** Called after the leave transition. */
  onLeft?: () => void;
  /** Disables Escape and the backdrop: only its content can close it. */
  locked?: boolean;
  /** A selector of elements outside the dialog, such as toasts above it: pressing them does not close it. */
  ignorePressesIn?: string;
  /** The parent element; by default the body. */
  container?: HTMLElement;
  /** Selector of the element that gets the focus when it opens; by default the first control. */
  initialFocus?: string | undefined;
  /** The element that gets the focus when it closes; by default the one that had it before. */
  finalFocus?: () => HTMLElement | null;
  size?: 'sm' | 'md' | 'lg';
  /**
   * `alertdialog` is for an interruption, such as a question before something is destroyed; pressing beside it does not
   * close it.
   */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-md', lg: 'sm:max-w-2xl' };

/** A modal window, which holds the focus while it is open. On a phone it is a sheet at the bottom. */
export function Dialog({ open, onClose, onLeft, locked = false, ignorePressesIn, ...props }: Props) {
  const { size = 'md', role = 'dialog' } = props;
  const popup = useRef<HTMLDivElement>(null);
  const staysByPress = locked || role === 'alertdialog';
  function firstFocus() {
    const chosen = props.initialFocus && popup.current?.querySelector<HTMLElement>(props.initialFocus);
    // A dialog longer than the window starts at its top, wherever its first control is.
    return chosen || (popup.current && popup.current.offsetHeight > innerHeight ? popup.current : true);
  }
  /** An element outside the tab order is focused here: Base UI would focus the first control in it instead. */
  function lastFocus() {
    const to = props.finalFocus?.() ?? null;
    if (!to || to.tabIndex >= 0) return to;
    queueMicrotask(() => to.focus({ preventScroll: true }));
    return false;
  }
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={staysByPress}
      onOpenChange={(next, { reason, event }) => {
        const outside = reason === 'outside-press' || reason === 'focus-out';
        const target: EventTarget | null = event.target;
        const ignored = ignorePressesIn && target instanceof Element && target.closest(ignorePressesIn);
        if (next || (outside && (ignored || staysByPress)) || (locked && reason === 'escape-key')) return;
        onClose();
      }}
      onOpenChangeComplete={(shown) => !shown && onLeft?.()}
    >
      <Base.Portal {...(props.container && { container: props.container })}>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/45 transition-opacity duration-150 motion-reduce:transition-none data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end justify-items-center overflow-y-auto overscroll-contain sm:items-center sm:p-6">
          <Base.Popup
            ref={popup}
            role={role}
            initialFocus={firstFocus}
            finalFocus={props.finalFocus ? lastFocus : true}
            className={cn(
              surface,
              fade,
              'relative grid w-full gap-4 p-6 max-sm:rounded-b-none max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))] max-[15rem]:px-4',
              widths[size],
            )}
          >
            {props.children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The name of the dialog around it. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return <Base.Title className="m-0 pe-10 text-lg leading-snug font-semibold text-balance">{children}</Base.Title>;
}

/** A description of the dialog around it, read along with its name. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return <Base.Description className="m-0 text-muted wrap-anywhere">{children}</Base.Description>;
}

/** The close button in the dialog's corner. */
export function DialogClose() {
  return (
    <Base.Close
      aria-label="Close"
      className="absolute end-3 top-3 grid size-11 cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
    >
      <Glyph name="close" />
    </Base.Close>
  );
}

/** The dialog's buttons: the last one at the end of the line; on a phone one below another. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The labels of the two buttons. */
  yes: string;
  no: string;
  /** The color of the first button: `danger` for what destroys something. */
  color?: 'danger' | 'primary';
  /**
   * Performs the action, and reports its progress if it takes long. Returns a sentence if it failed: the question then
   * stays.
   */
  onYes: (tell: (progress: string) => void) => Promise<string | undefined>;
  close: () => void;
};

/** Asks before something is done to much or for good. The answer that does nothing has the focus. */
export function Confirm({ title, children, yes, no, color = 'danger', onYes, close }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    const failed = await onYes(setProgress);
    setBusy(false);
    setProgress(undefined);
    if (failed === undefined) return close();
    setFailure(failed);
  }

  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <DialogDescription>{children}</DialogDescription>
      <p role="status" className="m-0 text-muted empty:hidden">
        {progress}
      </p>
      {failure && <Notice kind="danger">{failure}</Notice>}
      <DialogActions>
        <Button variant="outline" color="neutral" onClick={close}>
          {no}
        </Button>
        <Button color={color} loading={busy} onClick={() => void confirm()}>
          {yes}
        </Button>
      </DialogActions>
    </>
  );
}
