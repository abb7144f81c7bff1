import { beginCaret } from '../../library/browser/reading-caret.ts';
import { selectedPassage } from './selection-tools.ts';
import { toasts } from '../../ui/toasts/toasts.ts';

/**
 * Lets a passage of a note's text be selected by keyboard alone, beginning with what is in sight. `chosen` gets it;
 * `left` is called where Escape was pressed instead. Going elsewhere ends it as well.
 */
export function choosePassage(prose: HTMLElement, chosen: (passage: string) => void, left: () => void): void {
  const help = toasts.add({
    title: 'Select a passage',
    description: 'Arrow keys move, Shift selects, Enter asks about it, Escape leaves.',
    timeout: 20_000,
  });
  const end = beginCaret(prose, 'Text of the note', (key) => {
    const passage = selectedPassage(prose);
    if (key === 'choose' && passage === '') return;
    stop();
    if (key === 'choose') chosen(passage);
    else left();
  });
  const stop = () => {
    prose.removeEventListener('blur', stop);
    end();
    toasts.remove(help);
  };
  const inSight = [...prose.children].find((piece) => piece.getBoundingClientRect().bottom > 0);
  if (inSight) getSelection()?.collapse(inSight, 0);
  prose.addEventListener('blur', stop);
}
