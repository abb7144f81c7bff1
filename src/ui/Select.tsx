import type { ComponentProps } from 'react';
import { control } from './control.ts';

/** The platform's own select: on a phone it is the best one there is. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select {...props} className={control({ className })} />;
}
