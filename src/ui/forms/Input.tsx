import type { ComponentProps } from 'react';
import { cn } from '../cn.ts';
import { control } from './control.ts';

/** A browser draws the button of a file field as plain text, and at the top. */
const file = 'cursor-pointer py-2 file:mr-3 file:font-medium file:text-primary';

/** One line to type in, or a file to choose. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(control(), props.type === 'file' && file, className)} />;
}
