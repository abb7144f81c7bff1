import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A surface that holds what belongs together. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      className={cn('grid min-w-0 gap-3 rounded-xl border border-line bg-raised p-5 wrap-anywhere', className)}
    />
  );
}
