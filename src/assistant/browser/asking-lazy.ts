import { offerTools, type Selected } from './selection-tools.ts';

export { showPassageLedTo } from './passage-place.ts';

/** Opens the box that asks the note that the button names, or all notes, about what is selected if anything is. */
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
