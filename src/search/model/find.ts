import type { SearchIndex, Listed } from './index.ts';
import { queryLimits, isEmpty, parseQuery, type Query, wordLimits, type Filter } from './query.ts';
import { filtersOf, idOf, type SearchedNote } from './note.ts';
import { wordsOf } from './words.ts';
import { variantsOf, type Variant } from './variants.ts';

/** A note that may match a query: the words of the index by which it was found, and the words of the query that they match. */
type Candidate = { id: number; score: number; terms: Set<string>; words: Set<string> };

/** A note that covers less than this part of a query does not match. */
const leastCovered = 0.2;

/**
 * The notes that may match a query, best first: BM25 over the variants of each word, times how much of the query they
 * cover. A query that consists of filters gives the newest first.
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

function scored(index: SearchIndex, words: readonly string[], groups: Variant<Listed>[][]): Candidate[] {
  const notes = new Map<number, Candidate & { covered: number }>();
  let whole = 0;
  // What every note may cover of words that are too common to be listed completely.
  let assumed = 0;
  for (const [at, variants] of groups.entries()) {
    const word = words[at] ?? '';
    const rarity = rarityOf(index.notes, variants);
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
    const counts = scoreOf(score, (covered + assumed) / whole);
    return counts === undefined ? [] : [{ id, score: counts, terms, words }];
  });
}

/** The score of a note whose words cover this part of the query; undefined if that is too little. */
export function scoreOf(sum: number, part: number): number | undefined {
  return part < leastCovered ? undefined : sum * part * Math.sqrt(part);
}

/** How much a word says (BM25's inverse document frequency), by the most common of its closest variants. */
export function rarityOf(notes: number, variants: readonly { factor: number; df: number }[]): number {
  const best = Math.max(...variants.map(({ factor }) => factor), 0);
  const df = Math.max(0, ...variants.filter(({ factor }) => factor === best).map((variant) => variant.df));
  return Math.log(1 + (Math.max(notes, df) - df + 0.5) / (df + 0.5));
}

/** For each note, the score of its best word, from 0 to 1. */
function bestOf(variants: Variant<Listed>[]): Map<number, { score: number; terms: string[] }> {
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

/** The notes that pass a filter, with their days. An unknown name passes those that begin with it. */
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

/** A note that was found, its words that match, and the words of the query that it lacks. */
export type Hit = { note: SearchedNote; terms: ReadonlySet<string>; missing: string[] };

/** `total` counts the notes that may match. It is exact if no note had to be read to decide. */
export type Found = { hits: Hit[]; total: number };

/** Turns the ids of notes found by words into the final ranking, best first. */
export type Reorder = (found: readonly number[]) => number[];

/**
 * The notes that match a query (see parseQuery), best first, at most `count`. `reorder` may add others, which must meet
 * the query's conditions too; it is not used for a query that excludes something by a filter. Never throws, whatever the
 * text.
 */
export async function find(index: SearchIndex, text: string, count: number, reorder?: Reorder): Promise<Found> {
  const query = parseQuery(text);
  if (isEmpty(query)) return { hits: [], total: 0 };
  const found = await ranked(index, query);
  const candidates = reorder && query.withoutFilters.length === 0 ? reordered(found, reorder) : found;
  const hits: Hit[] = [];
  let [read, refused] = [0, 0];
  while (read < candidates.length && hits.length < count && read < queryLimits.checked) {
    const next = candidates.slice(read, read + count - hits.length);
    read += next.length;
    const answers = await checked(index, query, next);
    refused += next.length - answers.length;
    hits.push(...answers);
  }
  return { hits, total: Math.max(hits.length, candidates.length - refused) };
}

function reordered(found: Candidate[], reorder: Reorder): Candidate[] {
  const known = new Map(found.map((candidate) => [candidate.id, candidate]));
  const other = (id: number): Candidate => ({ id, score: 0, terms: new Set(), words: new Set() });
  return reorder([...known.keys()]).map((id) => known.get(id) ?? other(id));
}

/** The candidates that meet every condition, once they are read. */
async function checked(index: SearchIndex, query: Query, candidates: Candidate[]): Promise<Hit[]> {
  const notes = await index.read(candidates.map(({ id }) => id));
  const byId = Map.groupBy(notes, ({ uuid }) => idOf(uuid));
  return candidates.flatMap((candidate) =>
    (byId.get(candidate.id) ?? []).flatMap((note) => {
      const hit = hitOf(query, note, candidate);
      return hit ? [hit] : [];
    }),
  );
}

function hitOf(query: Query, note: SearchedNote, { terms, words: found }: Candidate): Hit | undefined {
  const { lines, own } = wordsIn(note);
  const has = (phrase: string[]) => lines.some((line) => line.includes(` ${phrase.join(' ')} `));
  if (!query.phrases.every(has) || query.without.some(has) || !keepsFilters(query, note)) return undefined;
  const beginnings = [...terms].filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1));
  const named =
    beginnings.length === 0 ? [] : [...own].filter((word) => beginnings.some((letters) => word.startsWith(letters)));
  const missing = query.words.filter((word) => !own.has(word) && !found.has(word));
  return { note, terms: new Set([...terms, ...query.words, ...named]), missing };
}

type Words = { lines: string[]; own: ReadonlySet<string> };

/** The words of notes that were already read: thousands of saved searches test one note. */
const wordsOfNotes = new WeakMap<SearchedNote, Words>();

function wordsIn(note: SearchedNote): Words {
  const known = wordsOfNotes.get(note);
  if (known) return known;
  const texts = [
    note.title,
    note.text,
    note.discussion ?? '',
    note.tags.join(' '),
    `${note.author} ${note.handle.replaceAll('_', ' ')}`,
    note.host,
  ];
  const words = texts.map((text) => wordsOf(text).map(({ word }) => word));
  const result = { lines: words.map((line) => ` ${line.join(' ')} `), own: new Set(words.flat()) };
  wordsOfNotes.set(note, result);
  return result;
}

/** Two notes may share an id, so a note itself is tested as well as its entries in the index. */
function keepsFilters({ filters }: Query, note: SearchedNote): boolean {
  const own = filtersOf(note);
  return filters.every((filter) =>
    'keys' in filter
      ? own.some((key) => filter.keys.some((prefix) => key.startsWith(prefix)))
      : own.some((key) => key >= `on:${filter.from}` && key <= `on:${filter.to}~`),
  );
}
