import type { Selected } from './selection-tools.ts';
import { isFreeKey, shortcutsOn } from './shortcut-keys.ts';

/**
 * Lets every `[data-ask]` of the page open the box that asks the note that it names, or all notes, and a passage that is
 * selected in a note be asked about. Nothing of it is loaded before somebody presses or selects.
 */
export function startAsking(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null;
    if (button) void open(button);
  });
  const prose = document.querySelector('article.note .prose');
  const button = document.querySelector<HTMLElement>('.note-acts [data-ask]');
  if (!prose || !button) return;
  document.addEventListener('selectionchange', () => {
    const selection = getSelection();
    if (!selection?.isCollapsed && prose.contains(selection?.anchorNode ?? null)) {
      void import('./selection-tools.ts').then(({ offerTools }) =>
        offerTools(prose, (selected) => void open(button, selected)),
      );
    }
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'a' || !isFreeKey(event) || !shortcutsOn()) return;
    event.preventDefault();
    void open(button);
  });
}

async function open(button: HTMLElement, selected?: Selected): Promise<void> {
  try {
    (await import('../islands/AskModal.tsx')).showAsking(button, selected);
  } catch (error) {
    console.error('The box to ask in could not be shown.', error);
  }
}
