import { isSmallWord } from '../../domain/text/languages.ts';
import { sentencesOf } from '../../domain/text/sentences.ts';
import { termOf, wordsOf } from '../../domain/text/words.ts';
import type { Block } from './blocks.ts';

/** A sentence with what it is about: its terms, small words left out, and where it stands. */
export type Sentence = {
  text: string;
  block: number;
  first: boolean;
  words: string[];
  terms: string[];
  said: string[];
};

/** More of a text is not looked at: what one reads in three hours. */
const characters = 210_000;

/** The sentences of a note's prose, headings left out, as they stand in it but for line ends. */
export function sentencesIn(blocks: readonly Block[]): Sentence[] {
  const found: Sentence[] = [];
  let left = characters;
  blocks.forEach(({ text, kind }, block) => {
    if (kind === 'heading' || left <= 0) return;
    left -= text.length;
    sentencesOf(text.replace(/\s+/gu, ' ')).forEach((sentence, index) => {
      const words = wordsOf(sentence.text);
      found.push({ text: sentence.text, block, first: index === 0, words, ...termsAmong(words) });
    });
  });
  return found;
}

/** What words are about: their terms, without small words, numbers and single letters, and each as it is said there. */
export function termsAmong(words: readonly string[]): { terms: string[]; said: string[] } {
  const terms: string[] = [];
  const said: string[] = [];
  for (const word of words) {
    const term = knownTerm(word);
    if (term === '') continue;
    terms.push(term);
    said.push(word);
  }
  return { terms, said };
}

/** The same words come in every note, and finding a term takes long beside remembering it. */
const known = new Map<string, string>();
const mostKnown = 20_000;

/** The term of a word, or an empty text where it says nothing. */
function knownTerm(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const term = isSmallWord(word) ? '' : termOf(word);
  const said = isTerm(term) ? term : '';
  if (known.size >= mostKnown) known.clear();
  known.set(word, said);
  return said;
}

function isTerm(term: string): boolean {
  const first = term.codePointAt(0) ?? 0;
  if (first >= 0x30 && first <= 0x39) return false;
  // Letters of an alphabet say something from three on, characters and syllables from one or two.
  if (first < 0x2e80) return term.length > 2 && !isSmallWord(term);
  return term.length > 1 || (first >= 0x4e00 && first < 0xa000);
}
