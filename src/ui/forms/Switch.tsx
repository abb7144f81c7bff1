import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

type Props = {
  /** Says what is on or off; pressing it switches too. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  name?: string;
};

/** On or off, at once: what a form sends later is a checkbox. */
export function Switch({ children, checked, onChange, disabled = false, name }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[0.9375rem] has-data-disabled:cursor-not-allowed has-data-disabled:text-muted">
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        name={name}
        className="relative h-6 w-10 flex-none cursor-[inherit] rounded-full bg-strong transition-colors data-checked:bg-primary data-disabled:opacity-60 motion-reduce:transition-none"
      >
        <Base.Thumb className="absolute start-1 top-1 block size-4 rounded-full bg-page transition-[inset-inline-start] data-checked:start-5 motion-reduce:transition-none" />
      </Base.Root>
      <span>{children}</span>
    </label>
  );
}
