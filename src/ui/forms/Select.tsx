import type { ComponentProps } from 'react';
import { cn } from '../cn.ts';
import { control } from './control.ts';
import { Glyph } from '../Glyph.tsx';

/** The platform's own select, for forms: on a phone it is the best one there is. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative grid items-center">
      <select {...props} className={cn(control(), 'cursor-pointer appearance-none pe-10', className)} />
      <Glyph name="chevron" className="pointer-events-none absolute end-3.5 size-4 text-muted" />
    </span>
  );
}
