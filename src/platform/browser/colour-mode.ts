import { colourModes, type ColourMode } from '../model/colour-mode.ts';

const key = 'commonplace:colour-mode';

type Shelf = Pick<Storage, 'setItem' | 'removeItem'>;

/** The mode that the page is in now, as the script in its head has set it. */
export function currentColourMode(root: { dataset: DOMStringMap } = document.documentElement): ColourMode {
  return colourModes.find((mode) => mode === root.dataset.colourMode) ?? 'system';
}

/** Keeps the choice on this device (other tabs follow) and shows it. Where nothing may be kept, this page still follows. */
export function chooseColourMode(mode: ColourMode, shelf = () => localStorage as Shelf, page: EventTarget = window) {
  try {
    if (mode === 'system') shelf().removeItem(key);
    else shelf().setItem(key, mode);
  } catch {
    // Storage is forbidden or full: the choice lasts as long as the page.
  }
  page.dispatchEvent(new CustomEvent('colour-mode', { detail: mode }));
}

/** Brings the switch of the footer to life, and keeps it in step with other tabs. */
export function startColourModeSwitch(): void {
  const choices = document.querySelectorAll<HTMLInputElement>('input[name=colour-mode]');
  const show = () => {
    const mode = currentColourMode();
    for (const choice of choices) choice.checked = choice.value === mode;
  };
  show();
  for (const choice of choices) {
    const { value } = choice;
    choice.addEventListener('change', () => chooseColourMode(colourModes.find((mode) => mode === value) ?? 'system'));
  }
  // The script in the head listened first, so it has changed the page already.
  for (const change of ['storage', 'pageshow', 'colour-mode']) addEventListener(change, show);
}
