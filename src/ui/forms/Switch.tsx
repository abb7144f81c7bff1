import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useState } from 'react';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { NotChanged } from '../Loading.tsx';

type SwitchProps = {
  /** Says what is on or off; pressing it switches too. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
};

/** On or off, at once: what a form sends later is a checkbox. */
export function Switch({ children, checked, onChange, disabled = false, name }: SwitchProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-[0.9375rem] has-data-disabled:cursor-not-allowed has-data-disabled:text-muted">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        name={name}
        className="relative h-6 w-10 flex-none cursor-[inherit] rounded-full bg-strong transition-colors forced-colors:border forced-colors:data-checked:bg-[SelectedItem] data-checked:bg-primary data-disabled:opacity-60 motion-reduce:transition-none"
      >
        <Base.Thumb className="absolute start-1 top-1 block size-4 rounded-full bg-page forced-colors:bg-[ButtonText] transition-[inset-inline-start] data-checked:start-5 motion-reduce:transition-none" />
      </Base.Root>
      <span>{children}</span>
    </label>
  );
}

type SettingProps = {
  /** Says what is on or off. */
  children: ReactNode;
  /** As it is stored. */
  stored: boolean;
  save: (on: boolean) => Promise<Answer<unknown>>;
};

/** A setting that is kept as soon as it is switched, and goes back where that fails. */
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
      {failure && <NotChanged failure={failure} />}
    </div>
  );
}
