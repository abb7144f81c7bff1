import { useLayoutEffect, useRef } from 'react';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { countedOf, grouped } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Glyph } from '../../ui/Glyph.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { visibilities } from '../../writing/browser/note-fields.ts';
import type { Visibility } from '../../notes/model/note.ts';

type SelectionCommands = {
  tag: () => void;
  move: () => void;
  take: () => void;
  read: (state: 'toread' | 'archived') => void;
  show: (visibility: Visibility) => void;
  remove: () => void;
};

type Props = {
  count: number;
  total: number;
  /** Whether the ids of all results are still being loaded: an action would leave the others out. */
  busy: boolean;
  commands: SelectionCommands;
  onAll: () => void;
  onNone: () => void;
};

/** The actions on all selected items. Shown while any are selected. */
export function SelectionBar({ count, total, busy, commands, onAll, onNone }: Props) {
  const quiet = { size: 'xs', variant: 'ghost', color: 'neutral' } as const;
  const action = { ...quiet, disabled: busy };
  const bar = useRef<HTMLDivElement>(null);
  // When the bar disappears with the focus, the current row gets it.
  useLayoutEffect(() => {
    const own = bar.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const row = document.querySelector<HTMLElement>('[data-item-focus][tabindex="0"]');
      if (row) row.focus({ preventScroll: true });
      else focusOn('my-library');
    };
  }, []);
  return (
    <div
      ref={bar}
      role="group"
      aria-label="Actions for selected notes"
      tabIndex={-1}
      className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center rounded-lg border border-line bg-raised ps-3 pe-1 whitespace-nowrap shadow-sm"
    >
      <span role="status" className="min-w-0 flex-none text-sm font-medium tabular-nums">
        <span className="max-sm:sr-only">{countedOf(count, 'note')}</span>
        <span aria-hidden="true" className="sm:hidden">
          {count}
        </span>{' '}
        selected
      </span>
      {count < total && (
        <Button
          {...quiet}
          color="primary"
          className="px-2"
          loading={busy}
          onClick={() => {
            // The button disappears once all are selected.
            bar.current?.focus();
            onAll();
          }}
        >
          <span>
            <span className="max-sm:sr-only">Select </span>all {grouped(total)}
          </span>
        </Button>
      )}
      <span className="flex-1" />
      <Button {...action} className="max-sm:px-2" onClick={commands.tag}>
        Tag
      </Button>
      <Button {...action} className="max-md:hidden" onClick={commands.move}>
        Collect
      </Button>
      <Button {...action} className="max-md:hidden" onClick={() => commands.read('archived')}>
        Archive
      </Button>
      <Button {...action} color="danger" className="max-md:hidden" onClick={commands.remove}>
        Delete
      </Button>
      {/* Together, so that neither wraps to a row by itself. */}
      <span className="flex items-center">
        <Menu
          trigger={
            <Button {...action} className="max-sm:px-2">
              More
            </Button>
          }
        >
          <MenuItem className="md:hidden" onSelect={() => commands.read('archived')}>
            Archive
          </MenuItem>
          <MenuItem onSelect={() => commands.read('toread')}>Read later</MenuItem>
          <MenuItem className="md:hidden" onSelect={commands.move}>
            Collections…
          </MenuItem>
          <MenuItem onSelect={commands.take}>Export…</MenuItem>
          <MenuSeparator />
          {(Object.keys(visibilities) as Visibility[]).map((visibility) => (
            <MenuItem key={visibility} onSelect={() => commands.show(visibility)}>
              {visibilities[visibility].label}
            </MenuItem>
          ))}
          <div className="md:hidden">
            <MenuSeparator />
            <MenuItem danger onSelect={commands.remove}>
              Delete
            </MenuItem>
          </div>
        </Menu>
        <button
          type="button"
          aria-label="Clear selection"
          title="Clear selection (Esc)"
          onClick={onNone}
          className="grid size-11 flex-none cursor-pointer place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
        >
          <Glyph name="close" className="size-4" />
        </button>
      </span>
    </div>
  );
}
