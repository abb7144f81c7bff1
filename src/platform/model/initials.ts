/** Created when first needed: most visitors have no initials to show. */
let characters: Intl.Segmenter | undefined;
const letter = /^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * At most two characters, from the first letters of the first words of a text in any script. A character is what a reader
 * sees as one: a letter with its marks, or a whole emoji. What `shownName` adds to a name is ignored, and so are words
 * without a letter, digit or emoji.
 */
export function initialsOf(text: string): string {
  const split = (characters ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
  return text
    .normalize('NFC')
    .replace(/ \(@.*$/u, '')
    .split(/\s+/u)
    .flatMap((word) => [...split.segment(word)].find(({ segment }) => letter.test(segment))?.segment ?? [])
    .slice(0, 2)
    .join('');
}
