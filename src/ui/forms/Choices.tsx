import { useId, type ReactNode, useState } from 'react';
import { cn } from '../cn.ts';
import { Switch as Base } from '@base-ui/react/switch';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { NotSavedNotice } from '../Loading.tsx';

type Chip<Value extends string> = { value: Value; label: ReactNode };

type ChipsProps<Value extends string> = {
  /** The accessible name of the group. */
  label: string;
  chips: readonly Chip<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** A choice of one among a few words, all visible, in several rows if necessary. */
export function Chips<Value extends string>({ label, chips, value, onChange, className }: ChipsProps<Value>) {
  return (
    <div role="group" aria-label={label} className={cn('flex flex-wrap gap-x-1.5 gap-y-2 py-1', className)}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          aria-pressed={chip.value === value}
          onClick={() => onChange(chip.value)}
          className="relative min-h-9 flex-none max-w-full cursor-pointer rounded-full border border-line px-3 text-sm wrap-anywhere text-muted after:absolute after:inset-x-0 after:-inset-y-1 after:content-[''] hover:text-ink focus-visible:-outline-offset-2 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:font-medium aria-pressed:text-primary"
        >
          {chip.label}
        </button>
      ))}
    </div>
  );
}

type Props<Value extends string> = {
  label: string;
  name: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
};

/** A choice of one among a few options, all visible. */
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

type SwitchProps = {
  /** The label; pressing it switches too. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** A switch that takes effect immediately. For a value that a form sends later, use a checkbox. */
export function Switch({ children, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-[0.9375rem] has-data-disabled:cursor-not-allowed has-data-disabled:text-muted">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="relative h-6 w-10 flex-none cursor-[inherit] rounded-full bg-strong transition-colors forced-colors:border forced-colors:data-checked:bg-[SelectedItem] data-checked:bg-primary data-disabled:opacity-60 motion-reduce:transition-none"
      >
        <Base.Thumb className="absolute start-1 top-1 block size-4 rounded-full bg-page forced-colors:bg-[ButtonText] transition-[inset-inline-start] data-checked:start-5 motion-reduce:transition-none" />
      </Base.Root>
      <span>{children}</span>
    </label>
  );
}

type SettingProps = {
  /** The label. */
  children: ReactNode;
  /** The stored value. */
  stored: boolean;
  save: (on: boolean) => Promise<Answer<unknown>>;
};

/** A setting that is saved as soon as it is switched, and switched back if that fails. */
export function SettingSwitch({ children, stored, save }: SettingProps) {
  const [chosen, setChosen] = useState<boolean>();
  const [failure, setFailure] = useState<Failure>();

  async function choose(on: boolean) {
    setFailure(undefined);
    setChosen(on);
    const answer = await save(on);
    if (answer.ok) return;
    setChosen(!on);
    setFailure(answer);
  }

  return (
    <div>
      <Switch checked={chosen ?? stored} onChange={(on) => void choose(on)}>
        {children}
      </Switch>
      {failure && <NotSavedNotice failure={failure} />}
    </div>
  );
}
