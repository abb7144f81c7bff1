import { whenNeeded } from '../remembered.ts';

/** More marks on one letter than any language writes. The last two are letters that become marks in some forms. */
const most = 30;
const mark = String.raw`[[\p{M}\uFF9E\uFF9F]--[\u034F]]`;
/** Made when it is needed: a browser without sets in expressions still has all else of what imports this. */
const longRun = whenNeeded(() => new RegExp(`${mark}{${most}}(?=${mark})`, 'gv'));

/**
 * A text in a normal form of Unicode. To put marks in order takes as long as the square of their number, minutes for a
 * megabyte of them: longer runs are parted by U+034F, which shows nothing, as the Stream-Safe Text Format has it (UAX #15).
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return (text.length > most ? text.replace(longRun(), '$&\u034F') : text).normalize(form);
}
