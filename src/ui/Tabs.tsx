import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef, useState, type ReactNode } from 'react';

export type Tab = { value: string; label: ReactNode; disabled?: boolean; panel: ReactNode };

type Props = {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly Tab[];
  /** The one that is open first; the first one otherwise. */
  initial?: string;
  /** The one that is open, where something else remembers it; `onChange` hears of every choice. */
  value?: string;
  onChange?: (value: string) => void;
};

/** Several panels in one place, one shown at a time; arrows move between the tabs. */
export function Tabs({ label, tabs, initial = tabs[0]?.value, value, onChange }: Props) {
  const [own, setOwn] = useState(initial);
  const open = value ?? own;
  const isOpen = (tab: Tab) => tab.value === open;
  const list = useRef<HTMLDivElement>(null);
  // On a phone, the open one may stand beyond the edge of the row. Only the row is scrolled, never the page.
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>('[data-active]');
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [open]);
  const choose = (next: string) => {
    setOwn(next);
    onChange?.(next);
  };
  return (
    <Base.Root value={open} onValueChange={(next) => choose(String(next))} className="grid min-w-0 gap-4">
      <Base.List
        ref={list}
        aria-label={label}
        activateOnFocus
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="-mb-px min-h-11 flex-none cursor-pointer border-b-2 border-transparent px-3 text-[0.9375rem] text-muted hover:text-ink focus-visible:-outline-offset-2 data-active:border-primary data-active:font-medium data-active:text-ink data-disabled:cursor-not-allowed data-disabled:opacity-60"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {/* A panel that is left would stay until its transition has ended, beside the one that is opened. */}
      {tabs.filter(isOpen).map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
