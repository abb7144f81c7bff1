import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { cn } from '../cn.ts';
import { control } from './control.ts';

/** A text area that grows with its text. */
export function Textarea({ className, value, ...props }: Omit<ComponentProps<'textarea'>, 'ref'>) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Browsers without `field-sizing` are told the height.
    if (!area.current || CSS.supports('field-sizing', 'content')) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight + 2}px`;
  }, [value]);
  return (
    <textarea
      {...props}
      value={value}
      ref={area}
      className={cn(control({ kind: 'text' }), 'field-sizing-content resize-y', className)}
    />
  );
}
