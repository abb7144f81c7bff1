import { useId, type ReactNode, type ComponentProps, useLayoutEffect, useRef } from 'react';
import { cn } from '../cn.ts';
import { tv } from 'tailwind-variants/lite';
import { Glyph } from '../Glyph.tsx';

/** The attributes that connect a control with its label, hint and error. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type Props = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shows the label to screen readers only, where the page makes it obvious to everybody else. */
  isLabelHidden?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** A labelled form control with a hint, or an error in its place, that assistive technology reads along with it. */
export function Field({ label, hint, error, isLabelHidden = false, children }: Props) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div className="grid content-start gap-1.5">
      <label
        htmlFor={id}
        className={cn('justify-self-start text-[0.9375rem] font-medium text-ink', isLabelHidden && 'sr-only')}
      >
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="m-0 text-sm text-danger">
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={`${id}-hint`} className="m-0 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The look of all text fields and selects. 16px text keeps phones from zooming in. */
const control = tv({
  base: [
    'w-full min-w-0 rounded-lg border border-strong bg-raised px-3.5 text-base text-ink placeholder:text-faint',
    'focus-visible:outline-2 focus-visible:outline-offset-0 outline-primary aria-invalid:border-danger aria-invalid:outline-danger',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  ],
  variants: { kind: { line: 'h-11', text: 'py-3 leading-relaxed' } },
  defaultVariants: { kind: 'line' },
});

/** By default browsers draw the button of a file field as plain text, and at the top. */
const file = 'cursor-pointer py-2 file:me-3 file:font-medium file:text-primary';

/** One line to type in, or a file to choose. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(control(), props.type === 'file' && file, className)} />;
}

/** A text area that grows with its text. */
export function Textarea({ className, value, ...props }: Omit<ComponentProps<'textarea'>, 'ref'>) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Sets the height for browsers without `field-sizing`.
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

/** The browser's own select: on a phone there is no better one. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return (
    <span className="relative grid items-center">
      <select {...props} className={cn(control(), 'cursor-pointer appearance-none pe-10', className)} />
      <Glyph name="chevron" className="pointer-events-none absolute end-3.5 size-4 text-muted" />
    </span>
  );
}
