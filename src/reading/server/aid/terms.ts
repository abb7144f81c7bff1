import { isSmallWord, smallIn } from '../../../platform/model/text/languages.ts';
import { termOf, wordsOf } from '../../../platform/model/text/words.ts';

/**
 * A word as it is written and in lower case, the languages in which it is a small one, and the term that it is: empty where
 * it says nothing of what a text is about, as small words, numbers and single letters.
 */
export type Word = { written: string; lower: string; smallIn: readonly string[]; term: string };

/** The words of a text in any script, in order. The same word is the same object. */
export function wordsIn(text: string): Word[] {
  return wordsOf(text).map(known);
}

/** The terms of words, in order, as often as they are said. */
export function termsAmong(words: readonly Word[]): string[] {
  return words.filter(({ term }) => term !== '').map(({ term }) => term);
}

/** The same words come in every note, and looking at one takes long beside remembering it. */
const seen = new Map<string, Word>();
const maxSeen = 20_000;

function known(written: string): Word {
  const found = seen.get(written);
  if (found) return found;
  if (seen.size >= maxSeen) seen.clear();
  const languages = smallIn(written);
  const term = languages.length > 0 ? '' : termOf(written);
  const word = { written, lower: written.toLowerCase(), smallIn: languages, term: isTerm(term) ? term : '' };
  seen.set(written, word);
  return word;
}

function isTerm(term: string): boolean {
  const first = term.codePointAt(0) ?? 0;
  if (first >= 0x30 && first <= 0x39) return false;
  // Letters of an alphabet say something from three on, characters and syllables from one or two.
  if (first < 0x2e80) return term.length > 2 && !isSmallWord(term);
  return term.length > 1 || (first >= 0x4e00 && first < 0xa000);
}

/** `word`: as it is written. */
export type WeightedTerm = { term: string; weight: number; word: string };

const kept = 12;

/**
 * The terms that a note is about, the weightiest first, at most twelve: how often each is said, more for those of the
 * title and of headings. Weights are between 0 and 1, the weightiest term's is 1.
 */
export function weightedTerms(
  said: Iterable<readonly [term: string, times: number]>,
  { titleTerms, headingTerms }: { titleTerms: readonly string[]; headingTerms: readonly string[] },
  wordOf: (term: string) => string,
): WeightedTerm[] {
  const weights = new Map<string, number>();
  for (const [term, times] of said) weights.set(term, 1 + Math.log(times));
  for (const term of new Set(headingTerms)) weights.set(term, (weights.get(term) ?? 0) + 0.7);
  for (const term of new Set(titleTerms)) weights.set(term, (weights.get(term) ?? 0) + 1.5);
  const ordered = [...weights]
    .sort((a, b) => b[1] - a[1] || b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, kept);
  const max = ordered[0]?.[1] ?? 1;
  return ordered.map(([term, weight]) => ({
    term,
    weight: Math.round((weight / max) * 1000) / 1000,
    word: wordOf(term),
  }));
}
