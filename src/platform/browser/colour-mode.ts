import { colourModes, type ColourMode } from '../model/colour-mode.ts';
import { device } from './device-storage.ts';

const key = 'commonplace:colour-mode';

/** The current mode of the page, as set by the script in its head. */
export function currentColourMode(root: { dataset: DOMStringMap } = document.documentElement): ColourMode {
  return colourModes.find((mode) => mode === root.dataset.colourMode) ?? 'system';
}

/** Stores the choice on this device (other tabs follow) and shows it. If nothing can be stored, this page still changes. */
export function chooseColourMode(mode: ColourMode, storage = device, page: EventTarget = window) {
  storage.write(key, mode === 'system' ? undefined : mode);
  page.dispatchEvent(new CustomEvent('colour-mode', { detail: mode }));
}

/** Makes the switch in the footer work, and keeps it in step with other tabs. */
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
