import type { SearchIndex, Listed } from './index.ts';
import { wordLimits, queryLimits } from './limits.ts';
import type { Filter, Query } from './query.ts';
import { beginning } from './weights.ts';

/** A word of the index that stands for an asked one, and how far it counts: 1 is the word itself. */
type Variant = Listed & { term: string; factor: number };

const factors = { completing: 0.8, longer: 0.6, kin: 0.5, slip: 0.4 } as const;
/** Scripts that add endings to words, so that the same beginning often means the same. */
const alphabetic = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{M}]+$/u;

/**
 * The words of the index that stand for `word`: itself, longer ones, others with the same stem, and, where there is none
 * of these, ones that are a slip away. `typing` is true while its end may still come.
 */
async function variantsOf(index: SearchIndex, word: string, typing: boolean): Promise<Variant[]> {
  const letters = [...word];
  const stem =
    alphabetic.test(word) && letters.length > 4 ? letters.slice(0, Math.max(4, letters.length - 2)).join('') : word;
  const near = await index.words(stem, word);
  const found: Variant[] = [];
  const add = (term: string, factor: number) => {
    const list = near.get(term);
    if (list) found.push({ term, factor, ...list });
  };
  add(word, 1);
  if (typing && letters.length <= 2) add(beginning(word), factors.completing);
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

/** The longer a word is than what was typed, the less likely it is meant. */
function closeness(typed: number, term: string): number {
  return Math.max(0.5, typed / [...term].length);
}

function commonest(terms: string[], lists: ReadonlyMap<string, Listed>, count: number): string[] {
  const df = (term: string) => lists.get(term)?.df ?? 0;
  return terms.sort((a, b) => df(b) - df(a) || (a < b ? -1 : 1)).slice(0, count);
}

/** Words that one slip would turn into this one; from eight letters on, two. They share its beginning or its end. */
async function misspelt(index: SearchIndex, word: string): Promise<Variant[]> {
  const letters = [...word];
  const allowed = letters.length >= 8 ? 2 : letters.length >= 4 ? 1 : 0;
  if (allowed === 0) return [];
  const half = Math.max(2, Math.floor(letters.length / 2) - 1);
  const [begin, end] = [letters.slice(0, half).join(''), letters.slice(-half).join('')];
  const [alike, ending] = await Promise.all([index.words(begin, word), index.ending(end)]);
  const near = [...new Set([...alike.keys(), ...ending])]
    .map((term) => ({ term, distance: slips(word, term, allowed) }))
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
 * number above `most` where it is more than that.
 */
export function slips(one: string, other: string, max: number): number {
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

/** A note that may answer a query: the words of the index that it was found by, and the words of the query they stand for. */
export type Candidate = { id: number; score: number; terms: Set<string>; words: Set<string> };

/** Less than this part of what was asked for is no answer. */
const leastCovered = 0.2;

/**
 * The notes that a query may mean, best first: BM25 over the words that stand for each asked one, times how much of the
 * query they cover. A query that only narrows gives the newest first.
 */
export async function ranked(index: SearchIndex, query: Query): Promise<Candidate[]> {
  const [groups, allowed, refused] = await Promise.all([
    Promise.all(query.words.map((word) => variantsOf(index, word, word === query.typing))),
    Promise.all(query.filters.map((filter) => daysOf(index, filter))),
    Promise.all(query.withoutFilters.map((filter) => daysOf(index, filter))),
  ]);
  const passes = (id: number) => allowed.every((days) => days.has(id)) && !refused.some((days) => days.has(id));
  const found = query.words.length > 0 ? scored(index, query.words, groups) : newest(allowed[0]);
  return found.filter(({ id }) => passes(id)).sort((a, b) => b.score - a.score || a.id - b.id);
}

function scored(index: SearchIndex, words: readonly string[], groups: Variant[][]): Candidate[] {
  const notes = new Map<number, Candidate & { covered: number }>();
  let whole = 0;
  // What every note with a word too common to be listed whole may have.
  let assumed = 0;
  for (const [at, variants] of groups.entries()) {
    const word = words[at] ?? '';
    const rarity = rarityOf(index, variants);
    whole += rarity;
    const isCommon = variants.some(({ factor, df }) => factor === 1 && df > wordLimits.postings);
    if (isCommon) assumed += rarity;
    for (const [id, { score, terms }] of bestOf(variants)) {
      const note = notes.get(id) ?? { id, score: 0, terms: new Set<string>(), words: new Set<string>(), covered: 0 };
      note.words.add(word);
      note.score += score * rarity;
      for (const term of terms) note.terms.add(term);
      if (!isCommon) note.covered += rarity;
      notes.set(id, note);
    }
  }
  return [...notes.values()].flatMap(({ id, score, terms, words, covered }) => {
    const part = (covered + assumed) / whole;
    return part < leastCovered ? [] : [{ id, score: score * part * Math.sqrt(part), terms, words }];
  });
}

/** How much a word tells (BM25's inverse document frequency), by the commonest word that stands for it fully. */
function rarityOf({ notes }: SearchIndex, variants: Variant[]): number {
  const best = Math.max(...variants.map(({ factor }) => factor), 0);
  const df = Math.max(0, ...variants.filter(({ factor }) => factor === best).map((variant) => variant.df));
  return Math.log(1 + (Math.max(notes, df) - df + 0.5) / (df + 0.5));
}

/** For each note, what its best word says, from 0 to 1. */
function bestOf(variants: Variant[]): Map<number, { score: number; terms: string[] }> {
  const best = new Map<number, { score: number; terms: string[] }>();
  for (const { term, factor, postings } of variants) {
    for (const { id, weight } of postings()) {
      const score = (weight / 63) * factor;
      const known = best.get(id);
      if (!known) best.set(id, { score, terms: [term] });
      else {
        known.score = Math.max(known.score, score);
        known.terms.push(term);
      }
    }
  }
  return best;
}

/** The notes that a filter lets through, with their days. A name that is not known gives those that begin with it. */
async function daysOf(index: SearchIndex, filter: Filter): Promise<Map<number, number>> {
  if ('from' in filter) {
    const lists = await index.filters(`on:${filter.from}`, `on:${filter.to}~`);
    return union([...lists.values()].map((list) => list.postings()));
  }
  const found = await Promise.all(
    filter.keys.map(async (key) => {
      const lists = await index.filters(key);
      const exact = lists.get(key);
      return exact ? [exact] : [...lists.values()];
    }),
  );
  return union(found.flat().map((list) => list.postings()));
}

function union(lists: { id: number; weight: number }[][]): Map<number, number> {
  return new Map(lists.flat().map(({ id, weight }) => [id, weight]));
}

function newest(days: Map<number, number> | undefined): Candidate[] {
  return [...(days ?? [])].map(([id, day]) => ({ id, score: day, terms: new Set<string>(), words: new Set<string>() }));
}
