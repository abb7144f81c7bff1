import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { control } from './control.ts';

/** The platform's own select, for forms: on a phone it is the best one there is. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={cn(control(), className)} />;
}
