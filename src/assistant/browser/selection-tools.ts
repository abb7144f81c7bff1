import { longestQuestion } from '../model/questions.ts';
import { beginCaret } from '../../library/browser/reading-caret.ts';
import { toasts } from '../../ui/toasts/toasts.ts';

const gap = 8;
const tasks = [
  ['explain', 'Explain'],
  ['more', 'What else is there on this?'],
] as const;

const toolsClass = 'selection-tools';

/** A passage of a note's text, and what to do with it. */
export type Selected = { task: 'explain' | 'more'; passage: string };

/** Shows below a selection in a note's text what can be asked about it, as long as it is selected. */
export function offerTools(prose: Element, ask: (selected: Selected) => void): void {
  if (prose.nextElementSibling?.className === toolsClass) return;
  const bar = document.createElement('div');
  bar.className = toolsClass;
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Ask about what is selected');
  for (const [task, words] of tasks) {
    const tool = document.createElement('button');
    tool.type = 'button';
    tool.textContent = words;
    // The press must not remove the selection that it is about.
    tool.addEventListener('pointerdown', (event) => event.preventDefault());
    tool.addEventListener('click', () => ask({ task, passage: selectedPassage(prose) }));
    bar.append(tool);
  }
  prose.after(bar);
  const follow = () => place(bar, prose);
  document.addEventListener('selectionchange', follow);
  addEventListener('scroll', follow, { passive: true });
  addEventListener('resize', follow);
  follow();
}

function place(bar: HTMLElement, prose: Element) {
  const selection = getSelection();
  bar.hidden = selectedPassage(prose) === '';
  if (bar.hidden || !selection) return;
  const { bottom, top, left, width } = selection.getRangeAt(0).getBoundingClientRect();
  const { offsetWidth, offsetHeight } = bar;
  const below = bottom + gap + offsetHeight < innerHeight;
  const at = Math.min(Math.max(gap, left + width / 2 - offsetWidth / 2), innerWidth - offsetWidth - gap);
  bar.style.setProperty('left', `${at}px`);
  bar.style.setProperty('top', `${below ? bottom + gap : Math.max(gap, top - gap - offsetHeight)}px`);
}

/** The selected part of a note's text, as plain text no longer than a question may be; empty if nothing is selected. */
export function selectedPassage(prose: Element | null): string {
  const selection = getSelection();
  if (!prose || !selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  if (!prose.contains(selection.anchorNode) && !prose.contains(selection.focusNode)) return '';
  return selection.toString().replace(/\s+/gu, ' ').trim().slice(0, longestQuestion);
}

/**
 * Lets a passage of a note's text be selected by keyboard, beginning with what is in sight. `chosen` receives it; `left`
 * is called if Escape is pressed instead. Moving the focus elsewhere ends it as well.
 */
export function choosePassage(prose: HTMLElement, chosen: (passage: string) => void, left: () => void): void {
  const help = toasts.add({
    title: 'Select a passage',
    description: 'Move with the arrow keys, select with Shift, ask with Enter, leave with Escape.',
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

export { showLinkedPassage } from './passage-place.ts';

/** Opens the box for the button's note, or for all notes, with the selection if there is one. */
export async function ask(button: HTMLElement, selected?: Selected): Promise<void> {
  try {
    (await import('../views/AskModal.tsx')).showAsking(button, selected);
  } catch (error) {
    console.error('The box to ask in could not be shown.', error);
  }
}

/** Offers to ask about what is selected in the prose. */
export function offerAsking(prose: Element, button: HTMLElement): void {
  offerTools(prose, (selected) => void ask(button, selected));
}
