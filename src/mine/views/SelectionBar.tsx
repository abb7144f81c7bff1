import { countedOf } from '../../platform/model/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { visibilities } from '../../writing/browser/note-fields.ts';
import type { Visibility } from '../../notes/model/note.ts';

export type SelectionCommands = {
  tag: () => void;
  move: (() => void) | undefined;
  read: (state: 'toread' | 'archived') => void;
  show: (visibility: Visibility) => void;
  remove: () => void;
};

type Props = {
  count: number;
  total: number;
  /** Under way: the ids of all that was found are on their way. */
  busy: boolean;
  commands: SelectionCommands;
  onAll: () => void;
  onNone: () => void;
};

/** What can be done with everything that is selected. It shows as long as anything is. */
export function SelectionBar({ count, total, busy, commands, onAll, onNone }: Props) {
  const quiet = { size: 'xs', variant: 'ghost', color: 'neutral' } as const;
  return (
    <div
      role="group"
      aria-label="With what is selected"
      className="flex flex-wrap items-center gap-x-1 gap-y-1 rounded-lg bg-primary-soft px-3 py-1.5"
    >
      <span role="status" className="pe-2 text-sm font-medium tabular-nums">
        {countedOf(count, 'note')} selected
      </span>
      {count < total && (
        <Button {...quiet} color="primary" loading={busy} onClick={onAll}>
          Select all {total.toLocaleString('en-GB')}
        </Button>
      )}
      <span className="flex-1" />
      <Button {...quiet} onClick={commands.tag}>
        Tag
      </Button>
      {commands.move && (
        <Button {...quiet} onClick={commands.move}>
          Collect
        </Button>
      )}
      <Button {...quiet} onClick={() => commands.read('archived')}>
        Archive
      </Button>
      <Menu
        trigger={
          <Button {...quiet} aria-haspopup="menu">
            More
          </Button>
        }
      >
        <MenuItem onSelect={() => commands.read('toread')}>Read later</MenuItem>
        {(Object.keys(visibilities) as Visibility[]).map((visibility) => (
          <MenuItem key={visibility} onSelect={() => commands.show(visibility)}>
            {visibilities[visibility].label}
          </MenuItem>
        ))}
      </Menu>
      <Button {...quiet} color="danger" onClick={commands.remove}>
        Delete
      </Button>
      <Button {...quiet} onClick={onNone}>
        Deselect
      </Button>
    </div>
  );
}
