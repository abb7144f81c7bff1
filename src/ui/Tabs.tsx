import { Tabs as Base } from '@base-ui/react/tabs';
import { useState, type ReactNode } from 'react';

export type Tab = { value: string; label: ReactNode; disabled?: boolean; panel: ReactNode };

type Props = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab[];
  /** The open tab, if something else controls it; `onChange` is called with every choice. */
  value?: string;
  onChange?: (value: string) => void;
};

/** Several panels in one place, one shown at a time; arrows move between the tabs. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const [ownValue, setOwnValue] = useState(tabs[0]?.value);
  const open = value ?? ownValue;
  const isOpen = (tab: Tab) => tab.value === open;
  const choose = (next: string) => {
    setOwnValue(next);
    onChange?.(next);
  };
  return (
    <Base.Root value={open} onValueChange={(next) => choose(String(next))} className="grid min-w-0 gap-4">
      {/* All tabs are visible: if a row is too short they wrap, each row with its line. */}
      <Base.List
        aria-label={label}
        activateOnFocus
        className="flex flex-wrap gap-x-5 bg-[linear-gradient(transparent_2.6875rem,var(--line)_0)] bg-size-[100%_2.75rem]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="h-11 cursor-pointer border-b-2 border-transparent text-[0.9375rem] text-muted hover:text-ink focus-visible:-outline-offset-2 data-active:border-primary data-active:font-medium data-active:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-60"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* Only the open panel is mounted: a closing one would stay beside it until its transition has ended. */}
      {tabs.filter(isOpen).map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
