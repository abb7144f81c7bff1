import {
  useRef,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  type ComponentProps,
} from 'react';
import { createRoot } from 'react-dom/client';
import { toasts, type Toast as ToastData } from './toasts.ts';
import { tv } from 'tailwind-variants/lite';
import { Avatar } from '../Avatar.tsx';
import { Button } from '../Button.tsx';
import { cn } from '../cn.ts';
import { Glyph, isGlyph } from '../Glyph.tsx';

const tone = tv({
  variants: { color: { primary: 'text-primary', neutral: 'text-muted', danger: 'text-danger' } },
});

type ToastProgress = {
  /** The total time in milliseconds, and how much was left at `since`. */
  total: number;
  left: number;
  /** When it last started running, in milliseconds since 1970; null while it is paused. */
  since: number | null;
};

type Props = {
  title: string;
  description?: string | undefined;
  icon?: string | undefined;
  avatar?: { alt: string } | undefined;
  color: 'primary' | 'neutral' | 'danger';
  /** Absent for a toast that stays. */
  progress?: ToastProgress | undefined;
  actions: readonly { label: string; href?: string | undefined }[];
  onAction: (index: number) => void;
  onClose: () => void;
} & Omit<ComponentProps<'li'>, 'title' | 'color'>;

/** A message in a corner of the page, with a bar for the time that is left. */
function Toast({ title, description, icon, avatar, color, progress, actions, onAction, onClose, ...item }: Props) {
  return (
    <li
      {...item}
      className="pointer-events-auto relative flex items-start gap-3 overflow-hidden rounded-xl border border-line bg-raised py-3 ps-4 pe-2 text-ink shadow-lg transition-[opacity,translate] duration-200 motion-reduce:transition-none starting:translate-y-2 starting:opacity-0"
    >
      {avatar ? (
        <Avatar alt={avatar.alt} decorative className="mt-0.5" />
      ) : (
        isGlyph(icon) && <Glyph name={icon} className={cn('mt-1 max-[15rem]:hidden', tone({ color }))} />
      )}
      <div className="grid min-w-0 flex-1 gap-0.5 py-0.5">
        <p dir="auto" className="m-0 text-[0.9375rem] leading-6 font-medium wrap-anywhere">
          {title}
        </p>
        {description && (
          <p dir="auto" className="m-0 text-sm text-muted wrap-anywhere">
            {description}
          </p>
        )}
        {actions.length > 0 && (
          <div className="mt-2 mb-1 flex flex-wrap gap-2">
            {actions.map(({ label, href }, index) => (
              <Button
                key={`${index} ${label}`}
                size="xs"
                variant="outline"
                color={index === 0 ? color : 'neutral'}
                onClick={() => onAction(index)}
                {...(href === undefined ? {} : { href })}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <button
        type="button"
        aria-label={`Close: ${title}`}
        onClick={onClose}
        className="relative -mt-0.5 grid size-8 flex-none cursor-pointer place-items-center rounded-lg text-muted after:absolute after:-inset-1.5 after:content-[''] hover:bg-sunken hover:text-ink"
      >
        <Glyph name="close" className="size-4" />
      </button>
      {progress && <Progress {...progress} className={tone({ color })} />}
    </li>
  );
}

/** A bar for the time that is left; none for people who prefer reduced motion. */
function Progress({ left, total, since, className }: ToastProgress & { className: string | undefined }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const rest = since === null ? left : Math.max(0, left - Math.max(0, Date.now() - since));
    const frames = [{ scale: `${rest / total} 1` }, { scale: '0 1' }];
    const shrinking = bar.current?.animate(frames, { duration: rest, fill: 'both' });
    if (since === null) shrinking?.pause();
    return () => shrinking?.cancel();
  }, [left, total, since]);
  return (
    <span aria-hidden="true" className={cn('absolute inset-x-0 bottom-0 h-0.75 motion-reduce:hidden', className)}>
      <span
        ref={bar}
        data-progress
        className="block h-full w-full origin-left bg-current opacity-70 rtl:origin-right"
      />
    </span>
  );
}

/** The area of the toasts at the bottom end of the page, the newest lowest; on a phone above an open dialog, which is there. */
export function Toaster() {
  const list = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot);
  const area = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement>(null);

  function enter(event: FocusEvent) {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !area.current?.contains(from)) cameFrom.current = from;
  }

  /** If a closing toast has the focus, moves it to the next toast, or back to where it was before. */
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
      // Leaves room for a fixed bar at the bottom of the page.
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex max-h-dvh flex-col-reverse overflow-y-auto p-4 sm:start-auto sm:end-0 sm:w-96 [:has([data-bottom-bar])_&]:pb-22 max-md:[:has([role=dialog],[role=alertdialog])_&]:top-0 max-md:[:has([role=dialog],[role=alertdialog])_&]:bottom-auto"
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
  const { id, title, description, avatar, color, actions, countdown } = toast;
  // Colour alone would not say that something went wrong.
  const icon = toast.icon ?? (color === 'danger' ? 'warning' : undefined);

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

/** Renders the page's toasts into this element. */
export function mount(place: HTMLElement): void {
  createRoot(place).render(<Toaster />);
}
