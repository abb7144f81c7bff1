import { Menu as Base } from '@base-ui/react/menu';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { cn, fade, option, surface } from './cn.ts';

/** The box of a menu. */
export const menuBox = cn(
  surface,
  fade,
  'max-h-(--available-height) max-w-(--available-width) min-w-[min(12rem,var(--available-width))] overflow-y-auto p-1.5',
);

type MenuProps = {
  /** The button that opens it, such as a `Button`. */
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  /** Whether it starts open, because the press that opens it also mounts it. */
  initiallyOpen?: boolean;
};

/** A menu of actions that a button opens: arrows, letters, Home, End and Escape work in it. */
export function Menu({ trigger, children, align = 'end', initiallyOpen = false }: MenuProps) {
  // Rendered beside its button, so that it belongs to the same landmark of the page; outside the flow, so that nothing moves.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root modal={false} defaultOpen={initiallyOpen}>
      <Base.Trigger render={trigger} />
      <span ref={place} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" sideOffset={6} align={align} className="z-70 outline-none">
          <Base.Popup className={menuBox}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = { children: ReactNode; disabled?: boolean; danger?: boolean; className?: string } & (
  { onSelect: () => void; href?: never } | { href: string; onSelect?: never }
);

/** An action or, with `href`, a link. */
export function MenuItem({ children, disabled = false, danger = false, className, onSelect, href }: ItemProps) {
  const classes = cn(option, danger && 'text-danger data-highlighted:bg-danger-soft', className);
  if (href !== undefined) {
    return (
      <Base.LinkItem href={href} closeOnClick className={classes}>
        {children}
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={classes}>
      {children}
    </Base.Item>
  );
}

/** A line between groups of actions. */
export function MenuSeparator() {
  return <Base.Separator className="mx-1.5 my-1.5 h-px bg-line" />;
}
