import { tv } from 'tailwind-variants/lite';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { cn } from '../cn.ts';
import { Glyph } from '../Glyph.tsx';

/** How everything that one types or chooses in looks. 16px text keeps phones from zooming in. */
const control = tv({
  base: [
    'w-full min-w-0 rounded-lg border border-strong bg-raised px-3.5 text-base text-ink placeholder:text-faint',
    'focus-visible:outline-2 focus-visible:outline-offset-0 outline-primary aria-invalid:border-danger aria-invalid:outline-danger',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  ],
  variants: { kind: { line: 'h-11', text: 'py-3 leading-relaxed' } },
  defaultVariants: { kind: 'line' },
});

/** A browser draws the button of a file field as plain text, and at the top. */
const file = 'cursor-pointer py-2 file:mr-3 file:font-medium file:text-primary';

/** One line to type in, or a file to choose. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(control(), props.type === 'file' && file, className)} />;
}

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

/** The platform's own select, for forms: on a phone it is the best one there is. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative grid items-center">
      <select {...props} className={cn(control(), 'cursor-pointer appearance-none pe-10', className)} />
      <Glyph name="chevron" className="pointer-events-none absolute end-3.5 size-4 text-muted" />
    </span>
  );
}
