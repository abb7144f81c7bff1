import { useId } from 'react';
import { cn } from '../cn.ts';

type Props<Value extends string> = {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
};

/** One choice of a few that all stay in sight. */
export function Radios<Value extends string>({ label, name, options, value, onChange, error }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="m-0 grid min-w-0 gap-1 border-0 p-0" aria-describedby={error && `${id}-error`}>
      <legend className="mb-1 p-0 text-[0.9375rem] font-medium text-ink">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 hover:bg-sunken',
            option.value === value && 'bg-primary-soft hover:bg-primary-soft',
          )}
        >
          <input
            type="radio"
            name={`${name}-${id}`}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="size-4.5 flex-none accent-primary"
          />
          <span className="grid min-w-0">
            {option.label}
            {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="m-0 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
