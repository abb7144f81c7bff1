const longest = 80;

/**
 * The readable last segment of a note's address, from a title in any script: lower case, letters, marks and
 * digits of every script kept, everything else folded to single hyphens, at most 80 characters cut at a word.
 * Latin letters lose their accents, since people retype addresses. A title without a letter gives `note`.
 */
export function slugOf(title: string): string {
  const words = withoutLatinAccents(title)
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return cutAtWord(words) || 'note';
}

function withoutLatinAccents(text: string): string {
  if (ascii.test(text)) return text;
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .replace(/[ßẞ]/g, 'ss')
    .replace(/æ/gi, 'ae')
    .replace(/œ/gi, 'oe')
    .replace(/ø/gi, 'o')
    .replace(/ł/gi, 'l')
    .replace(/đ/gi, 'd');
}

const ascii = /^[\x20-\x7e]*$/;

function cutAtWord(slug: string): string {
  const characters = [...slug];
  if (characters.length <= longest) return slug;
  const cut = characters.slice(0, longest + 1).join('');
  const lastHyphen = cut.lastIndexOf('-');
  return lastHyphen > 20 ? cut.slice(0, lastHyphen) : characters.slice(0, longest).join('');
}
