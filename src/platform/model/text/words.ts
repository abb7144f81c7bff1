import { lazy } from '../memoized.ts';
import { normalized } from './normal-form.ts';

/** All white space except single spaces, which most of it is. */
const irregular = /\s{2,}|[^\S ]/gu;

/** A text with each run of white space replaced by one space. */
export function singleSpaced(text: string): string {
  return text.replace(irregular, ' ');
}

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const spaced = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*/gu;
const ascii = /^[\x00-\x7F]*$/;
/** Accents, and the vowel signs that Arabic and Hebrew may leave out. */
const optionalMarks = /[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]/g;

/** The words of a text in any script, as they are written. Takes linear time. */
export function wordsOf(text: string): string[] {
  if (!unspaced.test(text)) return text.match(spaced) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter().segment(text)) if (isWordLike) words.push(segment);
  return words;
}

/** The normal form of a word for comparing: lower case, without accents, endings after an apostrophe and a plural's s. */
export function termOf(word: string): string {
  const lower = word.toLowerCase();
  const plain = ascii.test(lower) ? lower : unmarked(lower);
  const stem = plain.replace(/['’]\p{L}{1,2}$/u, '');
  if (!/^[a-z]{4,}s$/.test(stem) || /(?:ss|us|is)$/.test(stem)) return stem;
  if (stem.endsWith('ies')) return `${stem.slice(0, -3)}y`;
  return stem.slice(0, /(?:ss|x|z|ch|sh)es$/.test(stem) ? -2 : -1);
}

function unmarked(word: string): string {
  return normalized(normalized(word, 'NFKD').replace(optionalMarks, ''));
}

const sentenceSegmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'sentence' }));

/** An apparent end of a sentence that is none: an initial or a common abbreviation before the full stop. */
const unfinished =
  /(?:^|[\s(])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|vs|cf|etc|e\.g|i\.e|z\.B|[Nn]r|[Nn]o|pp?|vol)\.\s*$/u;
const longest = 2_000;

/**
 * Makes the ends of sentences doubtful: characters outside ASCII, or a mark that is not followed by a space and a letter.
 */
const doubt = /[^\x20-\x7e]|[.!?](?! [A-Za-z]|$)/;
/** A full stop before a lower-case letter ends no sentence. */
const plainEnd = /[!?] |\. (?=[A-Z])/g;

/** A sentence in a text, without the space around it; `start` is its index. */
type Sentence = { text: string; start: number };

/** The sentences of a text in any script, in order; together they omit only white space. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = [];
  let pending = '';
  let start = 0;
  const end = () => {
    const trimmed = pending.trim();
    if (trimmed) found.push({ text: trimmed, start: start + pending.indexOf(trimmed) });
    start += pending.length;
    pending = '';
  };
  for (const segment of segmentsOf(text)) {
    pending += segment;
    // Text after a mistaken end belongs to the same sentence, unless it would grow without limit.
    if (pending.length > longest || !unfinished.test(pending.slice(-12))) end();
  }
  end();
  return found;
}

/** The segmenter knows every script, but takes longer than everything else that is computed about a text's words. */
function segmentsOf(text: string): string[] {
  if (!doubt.test(text)) return plainSegmentsOf(text);
  return Array.from(sentenceSegmenter().segment(text), ({ segment }) => segment);
}

function plainSegmentsOf(text: string): string[] {
  const segments: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(plainEnd)) {
    const end = index + mark.length;
    segments.push(text.slice(start, end));
    start = end;
  }
  segments.push(text.slice(start));
  return segments;
}
