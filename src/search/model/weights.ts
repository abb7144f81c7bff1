import type { SearchedNote } from './note.ts';
import { spokenWords } from './words.ts';

/** How often a word counts by where it stands. */
export const places = { title: 6, tags: 5, author: 2, host: 2 } as const;
/** What is said below a note tells less of it than its own words. */
const discussed = 0.3;
/** BM25: how soon repeating a word says nothing new, and how much a long text counts against it (in words). */
const saturation = { k: 1.3, b: 0.6, words: 300 } as const;

/** Marks a beginning of one or two letters of a title's word, which is looked up before more is typed. */
export const beginning = (letters: string) => `${letters}*`;

/** A word, and how much it counts in the note that is being weighed: nothing in between. */
export type Counted = { count: number };

/**
 * Gives what tells of one note after another its words and how much each says about it, 1 to 63. Only the note itself
 * decides. `wordOf` gives what stands for a word, the same each time: so it is looked up once each time it is said, and
 * whoever hears of it need not look it up again.
 */
export function weighing<Word extends Counted>(wordOf: (word: string) => Word) {
  return (note: SearchedNote, tell: (word: Word, weight: number) => void): void => {
    const said: Word[] = [];
    const add = (text: string, times: number) => {
      const word = wordOf(text);
      if (word.count === 0) said.push(word);
      word.count += times;
    };
    const text = spokenWords(note.text);
    const once = onceIn(text.length);
    for (const word of text) add(word, once);
    if (note.discussion) for (const word of spokenWords(note.discussion)) add(word, once * discussed);
    const begins = new Set<string>();
    for (const [place, value] of [
      ['title', note.title],
      ['tags', note.tags.join(' ')],
      ['author', `${note.author} ${note.handle.replaceAll('_', ' ')}`],
      ['host', note.host],
    ] as const) {
      for (const word of spokenWords(value)) {
        add(word, places[place]);
        if (place !== 'host') for (const letters of beginningsOf(word)) begins.add(letters);
      }
    }
    for (const word of said) {
      tell(word, weightOf(word.count));
      word.count = 0;
    }
    // A short title that begins so is more likely meant than a long one.
    for (const letters of begins) tell(wordOf(beginning(letters)), weightOfBeginning(note.title.length));
  };
}

/** The first letter or two of a word that has more. */
export function beginningsOf(word: string): string[] {
  const [first, second, third] = word;
  if (!first || !second) return [];
  return third ? [first, first + second] : [first];
}

/** What a word counts each time that it is said in a text of so many words. */
export function onceIn(words: number): number {
  const { b } = saturation;
  return 1 / (1 - b + (b * words) / saturation.words);
}

/** How much a word says about a note in which it counts so much: 1 to 63. */
export function weightOf(count: number): number {
  return scaled(count / (saturation.k + count));
}

/** How much it says about a note that a word of its title, tags or author begins so. */
export function weightOfBeginning(titleLength: number): number {
  return scaled(1 / (1 + titleLength / 40));
}

function scaled(part: number): number {
  return Math.max(1, Math.min(63, Math.round(part * 63)));
}
