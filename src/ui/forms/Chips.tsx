import type { ReactNode } from 'react';
import { cn } from '../cn.ts';

type Chip<Value extends string> = { value: Value; label: ReactNode };

type Props<Value extends string> = {
  /** Says what is chosen here. */
  label: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A choice of one among a few words, all of them in sight, in rows where one is too short. */
export function Chips<Value extends string>({ label, chips, value, onChange, className }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className={cn('flex flex-wrap gap-x-1.5 gap-y-2 py-1', className)}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
          className="relative min-h-9 flex-none max-w-full cursor-pointer rounded-full border border-line px-3.5 text-sm wrap-anywhere text-muted after:absolute after:inset-x-0 after:-inset-y-1 after:content-[''] hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:font-medium aria-pressed:text-primary"
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}
