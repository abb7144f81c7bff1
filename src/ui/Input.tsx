import type { ComponentProps } from 'react';
import { control } from './control.ts';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={control({ className })} />;
}
