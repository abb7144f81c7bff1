import { useState } from 'react';
import { openModal, type InModal } from '../../ui/modal/modal.ts';
import { shortcutsOn, switchShortcuts } from '../../platform/browser/shortcut-keys.ts';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/forms/Choices.tsx';

const shortcuts = [
  { keys: ['/'], does: 'Search' },
  { keys: ['g h'], does: 'Go to the front page' },
  { keys: ['g n'], does: 'Go to all notes' },
  { keys: ['g l'], does: 'Go to my library' },
  { keys: ['g i'], does: 'Go to the inbox' },
  { keys: ['c', 'n'], does: 'Write a note' },
  { keys: ['s'], does: 'Save the note you’re reading' },
  { keys: ['h'], does: 'Highlight the selected text in your copy' },
  { keys: ['a'], does: 'Ask about the note, or about selected text' },
  { keys: ['n', 'p'], does: 'Next or previous new comment' },
  { keys: ['j'], does: 'Next item' },
  { keys: ['k'], does: 'Previous item' },
  { keys: ['m'], does: 'Mark as read, in the inbox' },
  { keys: ['?'], does: 'Show this help' },
  { keys: ['Esc'], does: 'Close' },
];

const inLibrary = [
  { keys: ['j', '↓'], does: 'Next row' },
  { keys: ['k', '↑'], does: 'Previous row' },
  { keys: ['Home'], does: 'First row' },
  { keys: ['End'], does: 'Last row' },
  { keys: ['e'], does: 'Archive or unarchive' },
  { keys: ['s'], does: 'Star' },
  { keys: ['t'], does: 'Tag' },
  { keys: ['m'], does: 'Add to collections' },
  { keys: ['#'], does: 'Delete' },
  { keys: ['z'], does: 'Undo' },
  { keys: ['x'], does: 'Select' },
  { keys: ['Shift j', 'Shift k'], does: 'Select down or up' },
  { keys: ['Esc'], does: 'Clear selection' },
];

/** Lists the keyboard shortcuts, with a switch to turn them off. */
function HelpModal(_: InModal) {
  const [on, setOn] = useState(() => shortcutsOn());
  return (
    <>
      <DialogTitle>Keyboard</DialogTitle>
      <DialogClose />
      <Keys of={shortcuts} />
      <h3 className="m-0 text-base! font-semibold">In my library</h3>
      <Keys of={inLibrary} />
      <Switch
        checked={on}
        onChange={(next) => {
          setOn(next);
          switchShortcuts(next);
        }}
      >
        Use these shortcuts on this device
      </Switch>
    </>
  );
}

function Keys({ of }: { of: typeof shortcuts }) {
  return (
    <dl className="m-0 grid gap-x-6 text-[0.9375rem]">
      {of.map(({ keys, does }) => (
        <div key={does} className="flex items-center justify-between gap-4 border-t border-line py-2 first:border-t-0">
          <dt>{does}</dt>
          <dd className="m-0 flex gap-1.5">
            {keys.map((pair, index) => (
              <span key={pair} className="flex items-center gap-1">
                {index > 0 && <span className="pe-0.5 text-sm text-muted">or</span>}
                {pair.split(' ').map((key) => (
                  <kbd
                    key={key}
                    className="grid min-w-7 place-items-center rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-sm"
                  >
                    {key}
                  </kbd>
                ))}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the help in the page's modal. */
export function showHelp(): void {
  openModal(HelpModal, {});
}
