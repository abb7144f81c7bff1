import type { SearchedNote } from './note.ts';
import { spokenWords } from './words.ts';
import { queryLimits } from './query.ts';

/** How often a word counts, by the field that it is in. */
export const places = { title: 6, tags: 5, author: 2, host: 2 } as const;
/** Comments say less about a note than its own words. */
const discussed = 0.3;
/** BM25: how soon repeating a word adds nothing, and how much a long text counts against it (in words). */
const saturation = { k: 1.3, b: 0.6, words: 300 } as const;

/** The entry for the first one or two letters of a title's word, which is looked up before more is typed. */
export const prefixOf = (letters: string) => `${letters}*`;

/** A word, and how much it counts in the note that is being weighed: 0 between two notes. */
export type Counted = { count: number };

/**
 * Returns a function that passes each word of a note to `emit`, with how much it says about the note, 1 to 63. Only the
 * note itself decides. `wordOf` returns the object of a word, always the same: so each occurrence needs one lookup, and
 * `emit` needs none.
 */
export function wordWeigher<Word extends Counted>(wordOf: (word: string) => Word) {
  return (note: SearchedNote, emit: (word: Word, weight: number) => void): void => {
    const used: Word[] = [];
    const add = (text: string, times: number) => {
      const word = wordOf(text);
      if (word.count === 0) used.push(word);
      word.count += times;
    };
    const text = spokenWords(note.text);
    const once = occurrenceWeight(text.length);
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
        if (place !== 'host') for (const letters of prefixesOf(word)) begins.add(letters);
      }
    }
    for (const word of used) {
      emit(word, weightOf(word.count));
      word.count = 0;
    }
    // A short title with this beginning is more likely to be meant than a long one.
    for (const letters of begins) emit(wordOf(prefixOf(letters)), prefixWeight(note.title.length));
  };
}

/** The first letter, and the first two, of a word that has more. */
export function prefixesOf(word: string): string[] {
  const [first, second, third] = word;
  if (!first || !second) return [];
  return third ? [first, first + second] : [first];
}

/** How much each occurrence of a word counts in a text with this many words. */
export function occurrenceWeight(words: number): number {
  const { b } = saturation;
  return 1 / (1 - b + (b * words) / saturation.words);
}

/** How much a word with this count says about a note: 1 to 63. */
export function weightOf(count: number): number {
  return scaled(count / (saturation.k + count));
}

/** How much it says about a note that a word of its title, tags or author begins so. */
export function prefixWeight(titleLength: number): number {
  return scaled(1 / (1 + titleLength / 40));
}

function scaled(part: number): number {
  return Math.max(1, Math.min(63, Math.round(part * 63)));
}

/** What finding variants needs of an index. Each word has at least the number of notes that have it. */
interface Vocabulary<Of extends { df: number }> {
  /** Words that begin with `prefix`, among them `word`; with `alone`, no others are needed than `word` and `word*`. */
  words(prefix: string, word: string, alone?: boolean): Promise<Map<string, Of>>;
  /** Words that end with `suffix`. */
  ending(suffix: string): Promise<string[]>;
}

/** A word of the index that matches a query's word, and how far it counts: 1 is the word itself. */
export type Variant<Of> = Of & { term: string; factor: number };

const factors = { completing: 0.8, longer: 0.6, kin: 0.5, slip: 0.4 } as const;
/** Scripts that add endings to words, so that words with the same beginning often mean the same. */
const alphabetic = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}]+$/u;

/**
 * The words of the index that match `word`: itself, longer ones, others with the same stem, and, if there are none of
 * these, misspellings of it. `typing`: whether the word may still be incomplete.
 */
export async function variantsOf<Of extends { df: number }>(
  index: Vocabulary<Of>,
  word: string,
  typing: boolean,
): Promise<Variant<Of>[]> {
  const letters = [...word];
  const stem =
    alphabetic.test(word) && letters.length > 4 ? letters.slice(0, Math.max(4, letters.length - 2)).join('') : word;
  // One or two letters have no variants that begin so: thousands of words do.
  const isAlone = letters.length <= 2 && (alphabetic.test(word) || !typing);
  const near = await index.words(stem, word, isAlone);
  const found: Variant<Of>[] = [];
  const add = (term: string, factor: number) => {
    const list = near.get(term);
    if (list) found.push({ term, factor, ...list });
  };
  add(word, 1);
  if (typing && letters.length <= 2) add(prefixOf(word), factors.completing);
  if (letters.length > 2 || (typing && !alphabetic.test(word))) {
    const longer = [...near.keys()].filter((term) => term !== word && term.startsWith(word) && !term.endsWith('*'));
    for (const term of commonest(longer, near, queryLimits.completions)) {
      add(term, (typing ? factors.completing : factors.longer) * closeness(letters.length, term));
    }
  }
  if (stem !== word) {
    const kin = [...near.keys()].filter((term) => !term.startsWith(word) && isKin(letters.length, term));
    for (const term of commonest(kin, near, queryLimits.completions)) add(term, factors.kin);
  }
  return found.length > 0 ? found : misspelt(index, word);
}

function isKin(length: number, term: string): boolean {
  const difference = [...term].length - length;
  return difference >= -2 && difference <= 2 && !term.endsWith('*');
}

/** The longer a word is than the typed one, the less likely it is meant. */
function closeness(typed: number, term: string): number {
  return Math.max(0.5, typed / [...term].length);
}

/** The first `count` by how common they are. Of thousands of words only these are sorted. */
function commonest(
  terms: readonly string[],
  lists: ReadonlyMap<string, { df: number }>,
  count: number,
): readonly string[] {
  const known = terms.map((term) => ({ term, df: lists.get(term)?.df ?? 0 }));
  const least =
    Float64Array.from(known, ({ df }) => df)
      .sort()
      .at(-count) ?? 0;
  return known
    .filter(({ df }) => df >= least)
    .sort((a, b) => b.df - a.df || (a.term < b.term ? -1 : 1))
    .slice(0, count)
    .map(({ term }) => term);
}

/** Words that one typing error would turn into this one; from eight letters on, two. They share its beginning or its end. */
async function misspelt<Of extends { df: number }>(index: Vocabulary<Of>, word: string): Promise<Variant<Of>[]> {
  const letters = [...word];
  const allowed = letters.length >= 8 ? 2 : letters.length >= 4 ? 1 : 0;
  if (allowed === 0) return [];
  const half = Math.max(2, Math.floor(letters.length / 2) - 1);
  const [begin, end] = [letters.slice(0, half).join(''), letters.slice(-half).join('')];
  const [alike, ending] = await Promise.all([index.words(begin, word), index.ending(end)]);
  const near = [...new Set([...alike.keys(), ...ending])]
    .map((term) => ({ term, distance: editDistance(word, term, allowed) }))
    .filter(({ term, distance }) => distance <= allowed && !term.endsWith('*'))
    .sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1))
    .slice(0, queryLimits.slips);
  const found = await Promise.all(
    near.map(async ({ term, distance }) => {
      const list = alike.get(term) ?? (await index.words(term, term)).get(term);
      return list && { term, factor: factors.slip / distance, ...list };
    }),
  );
  return found.filter((variant) => variant !== undefined);
}

/**
 * How many letters must be changed, added, left out or swapped with their neighbour to turn one word into the other; a
 * number above `max` if there are more.
 */
export function editDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [(row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1];
      next[j] = Math.min(...steps, swapped ? (before[j - 2] ?? 0) + 1 : Infinity);
    }
    if (Math.min(...next) > max) return max + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? max + 1;
}
