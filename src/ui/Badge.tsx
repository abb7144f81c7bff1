import type { ReactNode } from 'react';
import { tv, type VariantProps } from 'tailwind-variants/lite';
import { cn } from './cn.ts';

const badge = tv({
  base: 'inline-flex max-w-full items-center gap-1 rounded-md text-xs font-medium whitespace-nowrap',
  variants: {
    color: {
      primary: 'bg-primary-soft text-primary',
      neutral: 'bg-sunken text-muted',
      danger: 'bg-danger-soft text-danger',
    },
    size: { sm: 'px-1.5 py-px', md: 'px-2 py-0.5' },
  },
  defaultVariants: { color: 'neutral', size: 'md' },
});

type Props = VariantProps<typeof badge> & { children: ReactNode; className?: string };

/** A word or a number about its neighbour. */
export function Badge({ color, size, className, children }: Props) {
  return (
    <span className={cn(badge({ color, size }), className)}>
      <span className="truncate">{children}</span>
    </span>
  );
}
