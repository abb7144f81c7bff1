import { wordsOf } from '../../../platform/model/text/words.ts';
import type { Question } from './question.ts';
import { rarityAmong } from './question-terms.ts';
import type { CandidateSentence } from './sentences.ts';
import { stemsOf } from './stems.ts';

type Paragraph = CandidateSentence['beside'];
/** How many words a text has, and how often it has each word of the question. */
type Counted = { length: number; counts: Map<string, number> };

/** The constants of BM25: how soon a repeated word stops counting, and how much longer paragraphs lose. */
const repeated = 1.2;
const lengthShare = 0.75;

/**
 * How well each paragraph, with its note's title, matches the words of a question by BM25: 0 for none, about 1 for all of
 * them. Small words count as well, and words as they are written: where a question is put in other words than the notes, these
 * are what it shares with its answer.
 */
export function paragraphMatches({ words }: Question, held: readonly CandidateSentence[]): Map<Paragraph, number> {
  const asked = new Set(spoken(words.join(' ')));
  const countsOf = (text: string): Counted => {
    const all = spoken(text);
    const counts = new Map<string, number>();
    for (const word of all) if (asked.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { length: all.length, counts };
  };
  const titles = new Map<string, Counted>();
  const counted = new Map<Paragraph, Counted>();
  const having = new Map<string, number>();
  for (const { note, block, beside } of held) {
    if (counted.has(beside)) continue;
    const title = titles.get(note.title) ?? countsOf(note.title);
    titles.set(note.title, title);
    const { length, counts } = countsOf(block);
    for (const [word, times] of title.counts) counts.set(word, (counts.get(word) ?? 0) + times);
    for (const word of counts.keys()) having.set(word, (having.get(word) ?? 0) + 1);
    counted.set(beside, { length: title.length + length, counts });
  }
  const paragraphs = [...counted.values()];
  const average = paragraphs.reduce((sum, { length }) => sum + length, 0) / paragraphs.length;
  const rarity = new Map([...asked].map((word) => [word, rarityAmong(paragraphs.length, having.get(word) ?? 0)]));
  const whole = [...rarity.values()].reduce((sum, one) => sum + one, 0);
  const match = ({ length, counts }: Counted) => {
    const slow = repeated * (1 - lengthShare + (lengthShare * length) / average);
    let sum = 0;
    for (const [word, times] of counts) sum += ((rarity.get(word) ?? 0) * times * (repeated + 1)) / (times + slow);
    return sum / whole;
  };
  return new Map([...counted].map(([paragraph, one]) => [paragraph, match(one)]));
}

/**
 * A text's words as they are written, in any order; in other scripts than ours their stems, since there small words are part of
 * others. These are found for all at once: finding words where no spaces are takes long to begin.
 */
function spoken(text: string): string[] {
  const [ours, others]: [string[], string[]] = [[], []];
  for (const word of wordsOf(text)) {
    if (latin.test(word)) ours.push(...word.toLowerCase().split(/['’]/));
    else others.push(word);
  }
  return others.length > 0 ? ours.concat(stemsOf(others.join(' '))) : ours;
}
const latin = /^[\p{Script=Latin}\p{N}]/u;
