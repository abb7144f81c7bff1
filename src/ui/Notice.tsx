import type { ReactNode, ComponentProps } from 'react';
import { tv } from 'tailwind-variants/lite';
import { cn } from './cn.ts';

/** A surface for related content. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={cn('grid min-w-0 gap-3 rounded-xl border border-line bg-raised p-5 wrap-anywhere', className)}
    />
  );
}

const notice = tv({
  // Hairlines of what is in it have to be visible on its own colours too.
  base: 'grid gap-1 rounded-lg px-4 py-3 text-[0.9375rem] wrap-anywhere text-ink [--line:color-mix(in_oklab,var(--ink)_25%,transparent)] contrast-more:[--line:var(--strong)]',
  variants: { kind: { info: 'bg-primary-soft', danger: 'bg-danger-soft' } },
});

type Props = { kind?: 'info' | 'danger'; title?: string; children: ReactNode; className?: string };

/** A message in the flow of the page. Screen readers announce information politely and failures at once. */
export function Notice({ kind = 'info', title, children, className }: Props) {
  return (
    <div role={kind === 'danger' ? 'alert' : 'status'} className={cn(notice({ kind }), className)}>
      {title && <strong className="font-semibold">{title}</strong>}
      {children}
    </div>
  );
}
