import * as z from 'zod';
import { lazy } from './memoized.ts';
import { limits } from './limits.ts';
import { normalized } from './text/normal-form.ts';

/**
 * Names tell people, passkeys and searches apart, so two that look the same must be the same. They are composed (NFC), with
 * single spaces, and without characters that are invisible or change the direction of writing.
 */

/** After these marks of Indic scripts, a joiner selects the shape of a letter, so it is allowed, as in UTS #46. */
const viramas = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA\\u1039\\u103A\\u17D2';
/** Letters of scripts that join. A non-joiner between two of them separates them. */
const joining = '[[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mongolian}]&&\\p{L}]';
/** Invisible characters that are needed all the same: within emoji, and where a script requires them. */
const needed = [
  '\\p{RGI_Emoji}',
  '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F]',
  '(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\uFE0F]?)\\u200D(?=\\p{Extended_Pictographic})',
  `(?<=[${viramas}])[\\u200C\\u200D]`,
  `(?<=${joining}\\p{Mn}*)\\u200C(?=${joining})`,
  '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
];
/** Control, format and private-use characters, fillers and blanks: in a name they are invisible or misleading. */
const hidden =
  '[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\u2800\\u{1D159}]';
const hiddenOrNeeded = lazy(() => new RegExp(`(?<needed>${needed.join('|')})|(?<hidden>${hidden})`, 'gv'));

/** Matches most names, in which nothing has to be removed. */
const plain = /^[!-~]+(?: [!-~]+)*$/;

const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const loneMark = /(?<=^| )\p{M}+/gu;
/** No language puts more marks on one letter. More would cover the lines above and below. */
const piledMarks = /(?<=\p{Mn}{4})\p{Mn}+/gu;

const singleSpaced = (text: string) => text.replace(/[\t-\r\p{Z}]+/gu, ' ').trim();
const tidied = (text: string) => singleSpaced(normalized(text));

/** Removes everything that does not belong in a name. Idempotent. */
export function cleanName(text: string): string {
  if (plain.test(text)) return text;
  const seen = tidied(text).replace(hiddenOrNeeded(), '$<needed>');
  return tidied(singleSpaced(seen).replace(loneMark, '').replace(piledMarks, ''));
}

/** The message about a character that has to be removed from a tidied name; undefined if there is none. */
function faultOf(name: string): string | undefined {
  if (plain.test(name)) return undefined;
  for (const match of name.matchAll(hiddenOrNeeded())) {
    const character = match.groups?.['hidden'];
    if (character === undefined) continue;
    const what = turning.test(character) ? 'a character that turns the direction of writing' : 'an invisible character';
    const before = [...name.slice(0, match.index)].slice(-12).join('');
    const where = before === '' ? 'at the beginning' : `after “${cleanName(before)}”`;
    return `There is ${what} ${where}, U+${codeOf(character)}. Remove it, or type the name again.`;
  }
  if (name.search(loneMark) >= 0) return 'There is an accent without a letter. Remove it, or type the name again.';
  if (name.search(piledMarks) >= 0) return 'There are too many accents on one letter. Remove some.';
  return undefined;
}

const codeOf = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? '';

/** A name as typed. It is composed and single-spaced, and refused if it has hidden characters. */
export function nameText({ max, missing }: { max: number; missing?: string }) {
  const tooLong = `A name has at most ${max} characters.`;
  return z
    .string()
    .max(max * limits.asTyped, tooLong)
    .transform(tidied)
    .pipe(
      z
        .string()
        .min(missing === undefined ? 0 : 1, missing)
        .max(max, tooLong)
        .refine((name) => faultOf(name) === undefined, { error: ({ input }) => faultOf(String(input)) }),
    );
}
