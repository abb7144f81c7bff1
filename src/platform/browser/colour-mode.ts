import { colourModes, type ColourMode } from '../model/colour-mode.ts';
import { device } from './device-storage.ts';

const key = 'commonplace:colour-mode';

/** The mode that the page is in now, as the script in its head has set it. */
export function currentColourMode(root: { dataset: DOMStringMap } = document.documentElement): ColourMode {
  return colourModes.find((mode) => mode === root.dataset.colourMode) ?? 'system';
}

/** Keeps the choice on this device (other tabs follow) and shows it. Where nothing may be kept, this page still follows. */
export function chooseColourMode(mode: ColourMode, storage = device, page: EventTarget = window) {
  storage.write(key, mode === 'system' ? undefined : mode);
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
