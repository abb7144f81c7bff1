import { tab } from '../../platform/browser/device-storage.ts';
import { isFreeKey, shortcutsOn } from '../../platform/browser/shortcut-keys.ts';

/** The tab's storage key for the passage that a link in an answer leads to. */
export const passageKey = 'passage';

/**
 * Makes every `[data-ask]` button open the box for questions to one note or to all, and offers to ask about a selected
 * passage. The code of the box is loaded only when somebody presses or selects.
 */
export function startAsking(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-ask]') : null;
    if (button) open(button);
  });
  const prose = document.querySelector('article.note .prose');
  if (prose && tab.read(passageKey)) void loadTools().then(({ showLinkedPassage }) => showLinkedPassage());
  const button = document.querySelector<HTMLElement>('.note-acts [data-ask]');
  if (!prose || !button) return;
  document.addEventListener('selectionchange', () => {
    const selection = getSelection();
    if (!selection?.isCollapsed && prose.contains(selection?.anchorNode ?? null)) {
      void loadTools().then(({ offerAsking }) => offerAsking(prose, button));
    }
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'a' || !isFreeKey(event) || !shortcutsOn()) return;
    event.preventDefault();
    open(button);
  });
}

/** One small file that imports the many others: even their names would cost every page half a kilobyte. */
const loadTools = () => import('./selection-tools.ts');

function open(button: HTMLElement): void {
  loadTools().then(
    ({ ask }) => ask(button),
    (error: unknown) => console.error('The box to ask in could not be loaded.', error),
  );
}
