import type { ReactNode } from 'react';
import { tv, type VariantProps } from 'tailwind-variants';

const badge = tv({
  base: 'inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap',
  variants: {
    color: {
      primary: 'bg-primary-soft text-primary',
      neutral: 'bg-sunken text-muted',
      danger: 'bg-danger-soft text-danger',
    },
  },
  defaultVariants: { color: 'neutral' },
});

export function Badge({ color, children }: VariantProps<typeof badge> & { children: ReactNode }) {
  return <span className={badge({ color })}>{children}</span>;
}
