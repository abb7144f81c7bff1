import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { control } from './control.ts';

/** One line to type in. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(control(), className)} />;
}
