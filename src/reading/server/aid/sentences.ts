import { sentencesOf } from '../../../platform/model/text/sentences.ts';
import { singleSpaced } from '../../../platform/model/text/words.ts';
import type { Block } from './blocks.ts';
import { wordsIn, type Word } from './words.ts';

/** A sentence, its words, and where it stands. */
export type Sentence = { text: string; block: number; first: boolean; words: Word[] };

/** More of a text is not looked at: what one reads in three hours. */
const characters = 210_000;

/** The sentences of a note's prose, headings left out, as they stand in it but for line ends. */
export function sentencesIn(blocks: readonly Block[]): Sentence[] {
  const found: Sentence[] = [];
  let left = characters;
  blocks.forEach(({ text, kind }, block) => {
    if (kind === 'heading' || left <= 0) return;
    left -= text.length;
    sentencesOf(singleSpaced(text)).forEach((sentence, index) => {
      found.push({ text: sentence.text, block, first: index === 0, words: wordsIn(sentence.text) });
    });
  });
  return found;
}
