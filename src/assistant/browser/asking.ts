import { tab } from '../../platform/browser/device-storage.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/** Under which a tab keeps the passage that a link of an answer leads to. */
export const passageKey = 'passage';

/**
 * Lets every `[data-ask]` of the page open the box that asks the note that it names, or all notes, and a passage that is
 * selected in a note be asked about. Nothing of it is loaded before somebody presses or selects.
 */
export function startAsking(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null;
    if (button) open(button);
  });
  const prose = document.querySelector('article.note .prose');
  if (prose && tab.read(passageKey)) void late().then(({ showPassageLedTo }) => showPassageLedTo());
  const button = document.querySelector<HTMLElement>('.note-acts [data-ask]');
  if (!prose || !button) return;
  document.addEventListener('selectionchange', () => {
    const selection = getSelection();
    if (!selection?.isCollapsed && prose.contains(selection?.anchorNode ?? null)) {
      void late().then(({ offerAsking }) => offerAsking(prose, button));
    }
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'a' || !isFreeKey(event) || !shortcutsOn()) return;
    event.preventDefault();
    open(button);
  });
}

/** One small file that knows the many others: their names alone would cost every page half a kilobyte. */
const late = () => import('./selection-tools.ts');

function open(button: HTMLElement): void {
  late().then(
    ({ ask }) => ask(button),
    (error: unknown) => console.error('The box to ask in could not be loaded.', error),
  );
}
