import { useId, type ReactNode } from 'react';
import { cn } from '../cn.ts';

/** What ties a control to its label, hint and error. */
export type ControlProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type Props = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The label is for those who hear the page: what is seen says it already. */
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
