import type { SearchIndex } from './index.ts';
import { queryLimits, isEmpty, parseQuery, type Query } from './query.ts';
import { filtersOf, idOf, type SearchedNote } from './note.ts';
import { ranked, type Candidate } from './ranked.ts';
import { wordsOf } from './words.ts';

/** A note that was found, the words in it that it was found by, and what was asked for that it does not have. */
export type Hit = { note: SearchedNote; terms: ReadonlySet<string>; missing: string[] };

/** What was found. `total` counts what may answer; it is exact where no note had to be read to tell. */
export type Found = { hits: Hit[]; total: number };

/** The ids of notes, the best first, as they follow from those that words found. */
export type Reorder = (found: readonly number[]) => number[];

/**
 * The notes that answer a query (see parseQuery), best first, at most `count`. `reorder` may bring others in, which have
 * to keep what the query demands as well; a query that leaves something out by a filter has only what words find. Never
 * throws on any text.
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

/** Those of the candidates that keep every condition, once read. */
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
  const texts = [
    note.title,
    note.text,
    note.discussion ?? '',
    note.tags.join(' '),
    `${note.author} ${note.handle.replaceAll('_', ' ')}`,
    note.host,
  ];
  const words = texts.map((text) => wordsOf(text).map(({ word }) => word));
  const lines = words.map((line) => ` ${line.join(' ')} `);
  const has = (phrase: string[]) => lines.some((line) => line.includes(` ${phrase.join(' ')} `));
  if (!query.phrases.every(has) || query.without.some(has) || !keepsFilters(query, note)) return undefined;
  const own = new Set(words.flat());
  const begun = [...terms].filter((term) => term.endsWith('*')).map((term) => term.slice(0, -1));
  const named = [...own].filter((word) => begun.some((letters) => word.startsWith(letters)));
  const missing = query.words.filter((word) => !own.has(word) && !found.has(word));
  return { note, terms: new Set([...terms, ...query.words, ...named]), missing };
}

/** Two notes may share an id, so what an index says of one is compared with the note. */
function keepsFilters({ filters }: Query, note: SearchedNote): boolean {
  const own = filtersOf(note);
  return filters.every((filter) =>
    'keys' in filter
      ? own.some((key) => filter.keys.some((asked) => key.startsWith(asked)))
      : own.some((key) => key >= `on:${filter.from}` && key <= `on:${filter.to}~`),
  );
}
