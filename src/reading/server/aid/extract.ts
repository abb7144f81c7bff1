import type { ReadingLevel } from '../../../notes/model/reading-aid.ts';
import { isStopWord, languageOf } from '../../../platform/model/text/languages.ts';
import {
  sentencesIn,
  type Sentence,
  levelOf,
  type Block,
  weightedTerms,
  type WeightedTerm,
  termsAmong,
  wordsIn,
  type Word,
} from './sentences.ts';
import { comparedTerms, countedTerms } from './compared-terms.ts';
import { sentenceRanks, namesIn } from './key-sentences.ts';

/** What the built-in engine finds in a note. Blocks are identified by their index. */
export type Extract = {
  points: { text: string; block: number }[];
  names: { name: string; block: number }[];
  /** What it is about; computed on demand, since few callers need it. */
  terms: () => WeightedTerm[];
  /** What it is compared with other notes by. */
  compared: WeightedTerm[];
  level: ReadingLevel | undefined;
  language: string | undefined;
};

const pointCount = 3;
/** Shorter notes are read faster than their summary. */
const enough = { sentences: 7, words: 120, wordsForNames: 600 };
const pointLength = { min: 30, max: 260 };
/** A sentence this similar to a chosen one is left out as a repetition. */
const alike = 0.5;

/**
 * Analyses a note's prose by extraction only: everything in the result is in the text. Pure; its time is proportional to
 * the length.
 */
export function extractFrom(blocks: readonly Block[], { title }: { title: string }): Extract {
  const sentences = sentencesIn(blocks);
  const titleWords = wordsIn(title);
  const titleTerms = termsAmong(titleWords);
  const headingTerms = blocks.flatMap(({ kind, text }) => (kind === 'heading' ? termsAmong(wordsIn(text)) : []));
  const counted = countedTerms(sentences, titleWords);
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);
  const language = languageAmong(sentences);
  return {
    points:
      sentences.length < enough.sentences || words < enough.words
        ? []
        : pointsAmong(sentences, counted.times, new Set(titleTerms), blocks),
    names: words < enough.wordsForNames ? [] : namesIn(blocks, timesSaid(sentences)),
    terms: () =>
      weightedTerms(counted.said(), { titleTerms, headingTerms }, (term) => asSaid(term, sentences, titleWords)),
    compared: comparedTerms(counted, { titleTerms, headingTerms, language }),
    level: levelOf(sentences),
    language,
  };
}

function languageAmong(sentences: readonly Sentence[]): string | undefined {
  const words: (readonly string[])[] = [];
  for (const sentence of sentences) {
    if (words.length >= 1_000) break;
    for (const { stopWordLanguages } of sentence.words.slice(0, 100)) words.push(stopWordLanguages);
  }
  const text = sentences.slice(0, 60).map((sentence) => sentence.text);
  return languageOf(text.join(' '), words);
}

/** How often each word occurs, as it is spelt. */
function timesSaid(sentences: readonly Sentence[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { words } of sentences) {
    for (const { written } of words) times.set(written, (times.get(written) ?? 0) + 1);
  }
  return times;
}

/** A term as the text first spells it, in lower case. */
function asSaid(term: string, sentences: readonly Sentence[], title: readonly Word[]): string {
  for (const words of [...sentences.map(({ words }) => words), title]) {
    const word = words.find((one) => one.term === term);
    if (word) return word.lower;
  }
  return term;
}

function pointsAmong(
  sentences: readonly Sentence[],
  timesOf: (term: string) => number,
  title: ReadonlySet<string>,
  blocks: readonly Block[],
): Extract['points'] {
  const terms = sentences.map(({ words }) => termsAmong(words));
  const ranks = sentenceRanks(terms, timesOf);
  const scores = sentences.map((sentence, index) => {
    const { text, first, block } = sentence;
    const rank = ranks[index] ?? 0;
    if (rank === 0 || !isPoint(text)) return 0;
    let about = 0;
    for (const term of new Set(terms[index])) if (title.has(term)) about += 1;
    const kind = blocks[block]?.kind;
    const opening = leansBack(sentence) ? 0.6 : first ? 1.15 : 1;
    return rank * (1 + 0.25 * Math.min(about, 2)) * (kind === 'quote' ? 0.6 : kind === 'item' ? 0.8 : 1) * opening;
  });
  const order = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen: number[] = [];
  for (const index of order) {
    if (chosen.length === pointCount || (scores[index] ?? 0) === 0) break;
    const same = chosen.some((other) => overlap(terms[other], terms[index]) > alike);
    if (!same) chosen.push(index);
  }
  if (chosen.length < 2) return [];
  return chosen
    .sort((a, b) => a - b)
    .map((index) => ({ text: sentences[index]!.text, block: sentences[index]!.block }));
}

/** A whole sentence that can be read alone: of suitable length, complete, and without an address. */
function isPoint(text: string): boolean {
  const width = [...text.slice(0, pointLength.max + 1)].reduce(
    (sum, character) => sum + (character > '\u2e80' ? 2 : 1),
    0,
  );
  if (width < pointLength.min || text.length > pointLength.max) return false;
  return /[.!。．！।۔…؟”"»’)]$/u.test(text) && !/:\/\/|www\.|@/i.test(text);
}

/** Whether it begins with a word that refers to the sentence before. */
function leansBack({ words }: Sentence): boolean {
  const first = words[0]?.written ?? '';
  return (
    isStopWord(first) &&
    /^(?:it|this|that|these|they|he|she|but|and|so|or|both|its|their|his|her|er|sie|es|dies\w*|aber|und|il|elle|ce|cela|mais|et|el|ella|pero|y|lo|ma)$/i.test(
      first,
    )
  );
}

function overlap(one: readonly string[] = [], other: readonly string[] = []): number {
  const terms = new Set(one);
  let shared = 0;
  for (const term of new Set(other)) if (terms.has(term)) shared += 1;
  return shared / Math.sqrt(Math.max(1, terms.size * new Set(other).size));
}
