import { lazy } from '../memoized.ts';

/**
 * More marks on one letter than any language writes. The last two characters are letters that become marks in some forms.
 */
const most = 30;
const mark = String.raw`[[\p{M}\uFF9E\uFF9F]--[\u034F]]`;
/**
 * Created when needed: in a browser without set notation in regular expressions, everything else that imports this still
 * works.
 */
const longRun = lazy(() => new RegExp(`${mark}{${most}}(?=${mark})`, 'gv'));

/**
 * A text in a normal form of Unicode. Sorting marks takes quadratic time, minutes for a megabyte of them. Longer runs are
 * therefore broken up by U+034F, which is invisible, as in the Stream-Safe Text Format (UAX #15).
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string {
  return (text.length > most ? text.replace(longRun(), '$&\u034F') : text).normalize(form);
}
