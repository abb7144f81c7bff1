import { whenNeeded } from '../remembered.ts';

/** Every stretch of white space but a single space, which most are already. */
const irregular = /\s{2,}|[^\S ]/gu;

/** A text with one space where it has white space, however much and of whatever kind. */
export function singleSpaced(text: string): string {
  return text.replace(irregular, ' ');
}

const segmenter = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spaced = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
const ascii = /^[\x00-\x7F]*$/;
/** Accents, and the signs of vowels that Arabic and Hebrew may leave out. */
const optionalMarks = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;

/** The words of a text in any script, as they are written. Work in proportion to the text. */
export function wordsOf(text: string): string[] {
  if (!unspaced.test(text)) return text.match(spaced) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter().segment(text)) if (isWordLike) words.push(segment);
  return words;
}

/** One form for what readers take for the same word: lower case, without accents, apostrophes' endings and a plural's s. */
export function termOf(word: string): string {
  const lower = word.toLowerCase();
  const plain = ascii.test(lower) ? lower : unmarked(lower);
  const stem = plain.replace(/['’]\p{L}{1,2}$/u, '');
  if (!/^[a-z]{4,}s$/.test(stem) || /(?:ss|us|is)$/.test(stem)) return stem;
  if (stem.endsWith('ies')) return `${stem.slice(0, -3)}y`;
  return stem.slice(0, /(?:ss|x|z|ch|sh)es$/.test(stem) ? -2 : -1);
}

function unmarked(word: string): string {
  return word.normalize('NFKD').replace(optionalMarks, '').normalize('NFC');
}
