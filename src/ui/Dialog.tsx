import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, type ReactNode, useState } from 'react';
import { Glyph } from './Glyph.tsx';
import { cn, fade, surface } from './cn.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  open: boolean;
  /** Escape, the backdrop or the dialog's own close button asks for it. */
  onClose: () => void;
  /** After the leave transition. */
  onLeft?: () => void;
  /** Escape and the backdrop do nothing: only what is inside can close it. */
  locked?: boolean;
  /** Presses there are no presses beside the dialog, such as on news that lie above it. */
  ignorePressesIn?: string;
  /** Where it is put in the page; at the end of the body otherwise. */
  container?: HTMLElement;
  /** Selector of what gets the focus when it opens; otherwise the first control. */
  initialFocus?: string | undefined;
  /** What gets the focus when it closes; otherwise what had it before. */
  finalFocus?: () => HTMLElement | null;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` interrupts, such as a question before something is destroyed; no press beside it answers that. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
};

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-md', lg: 'sm:max-w-2xl' };

/** A window above the page that holds the focus while it is open, and a sheet at the bottom of a phone. */
export function Dialog({ open, onClose, onLeft, locked = false, ignorePressesIn, ...props }: Props) {
  const { size = 'md', role = 'dialog' } = props;
  const popup = useRef<HTMLDivElement>(null);
  const staysByPress = locked || role === 'alertdialog';
  function firstFocus() {
    const chosen = props.initialFocus && popup.current?.querySelector<HTMLElement>(props.initialFocus);
    // One that is longer than the window begins at its beginning, wherever its first control is.
    return chosen || (popup.current && popup.current.offsetHeight > innerHeight ? popup.current : true);
  }
  /** What Tab does not reach is focused itself: in its place Base UI would take the first control in it. */
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
              'relative grid w-full gap-4 p-6 max-sm:rounded-b-none max-sm:pb-[max(1.5rem,env(safe-area-inset-bottom))]',
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

/** Names the dialog that it stands in. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return <Base.Title className="m-0 pe-10 text-lg leading-snug font-semibold text-balance">{children}</Base.Title>;
}

/** Says more about the dialog that it stands in; read along with its name. */
export function DialogDescription({ children }: { children: ReactNode }) {
  return <Base.Description className="m-0 text-muted wrap-anywhere">{children}</Base.Description>;
}

/** The cross in the dialog's corner. */
export function DialogClose({ label = 'Close' }: { label?: string }) {
  return (
    <Base.Close
      aria-label={label}
      className="absolute end-3 top-3 grid size-11 cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
    >
      <Glyph name="close" />
    </Base.Close>
  );
}

/** The dialog's choices, the last one at the end of the line; one below another on a phone. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>;
}

type ConfirmProps = {
  title: string;
  children: ReactNode;
  /** The words on the two buttons. */
  yes: string;
  no: string;
  /** Does what was asked, and tells how far it is where that takes long. A sentence says why it could not be done, and the question stays. */
  onYes: (tell: (progress: string) => void) => Promise<string | undefined>;
  close: () => void;
};

/** Asks before something is destroyed. The answer that destroys nothing has the focus. */
export function Confirm({ title, children, yes, no, onYes, close }: ConfirmProps) {
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
        <Button color="danger" loading={busy} onClick={() => void confirm()}>
          {yes}
        </Button>
      </DialogActions>
    </>
  );
}
