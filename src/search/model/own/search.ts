import { readAscending, readEntries, type Entry, readWords } from './bytes.ts';
import { documentAt, placesWithin, type Documents, type OwnField } from './documents.ts';
import { filesOfPrefix, type Segment, weightsRange, readWeightedPostings, type WeightedPostings } from './segment.ts';
import type { Query } from '../query.ts';
import { rarityOf, scoreOf } from '../find.ts';
import { prefixOf, variantsOf, type Variant } from '../variants.ts';
import { reversed } from '../words.ts';
import type { Files, Recent } from './storage.ts';

/** Returns a function that tests whether a document has a phrase (or a word): exactly these words, one after the other. */
async function phraseFinder(
  { parts, files, within }: SearchView,
  phrase: readonly string[],
): Promise<(part: number, document: number) => boolean> {
  const found = await Promise.all(
    parts.map(async ({ segment }) => {
      const lists = new Map(
        await Promise.all(
          [...new Set(phrase)].map(async (word) => {
            const candidates = await files.read(filesOfPrefix(segment, 0, word).slice(0, 2));
            const entry = candidates.flatMap(readEntries).find(({ term }) => term === word);
            return [word, entry ? await placesOf(segment.name, entry) : new Uint32Array()] as const;
          }),
        ),
      );
      const starts = startsOf(phrase.map((word) => lists.get(word) ?? new Uint32Array()));
      return documentsWith(placesWithin(starts, segment.documents, within), segment.documents);
    }),
  );
  async function placesOf(segment: string, { from, weights, places }: Entry): Promise<Uint32Array> {
    const [list] = await files.lists([{ segment, from: from + weights, length: places }]);
    return readAscending(list ?? new Uint8Array());
  }
  return (part, document) => found[part]?.has(document) === true;
}

/** The places of the first word at which words with these places follow each other. */
function startsOf(lists: readonly Uint32Array[]): Uint32Array {
  let starts = lists[0] ?? new Uint32Array();
  for (const [offset, places] of lists.entries()) {
    if (offset === 0) continue;
    let at = 0;
    starts = starts.filter((start) => {
      while (at < places.length && (places[at] ?? 0) < start + offset) at += 1;
      return places[at] === start + offset;
    });
  }
  return starts;
}

function documentsWith(places: Uint32Array, documents: Documents): Set<number> {
  const found = new Set<number>();
  let document = 0;
  for (const place of places) {
    document = documentAt(documents, place, document);
    found.add(document);
  }
  return found;
}

/** What a search reads: the segments, each with a 1 for every document that was replaced or removed since. */
export interface SearchView {
  parts: { segment: Segment; dead: Uint8Array; alive: number }[];
  files: Files;
  /** Decoded lists, by segment and word: each typed letter needs many of the same. */
  lists: Recent<WeightedPostings>;
  /** Only these fields are searched; all of them if there are none. */
  within: readonly OwnField[];
}

/**
 * The result: for each segment the ids of its documents and their scores, below 0 for one that does not match. `terms`
 * are the words by which documents were found; one that ends with `*` means all words that begin so.
 */
export interface OwnFound {
  parts: { ids: readonly string[]; scores: Float64Array }[];
  terms: Set<string>;
}

/** The documents that match, best first; of equal ones the newest first. */
export function hitsOf({ parts }: Pick<OwnFound, 'parts'>): { id: string; score: number }[] {
  return parts
    .flatMap(({ ids, scores }) => ids.flatMap((id, at) => ((scores[at] ?? -1) < 0 ? [] : [{ id, score: scores[at]! }])))
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1));
}

/** A word, and its entry in each segment that has it. */
interface Listed {
  df: number;
  entries: { part: number; entry: Entry }[];
}

const decoded = new WeakMap<Uint8Array, Entry[]>();
const entriesIn = (file: Uint8Array): Entry[] => {
  const known = decoded.get(file) ?? readEntries(file);
  decoded.set(file, known);
  return known;
};

/** The words of all segments. `gone` are words that no live document has. */
function vocabularyOf({ parts, files }: SearchView, gone: ReadonlySet<string>) {
  return {
    async words(prefix: string, word: string, alone = false): Promise<Map<string, Listed>> {
      const isWanted = alone
        ? (term: string) => term === word || term === prefixOf(word)
        : (term: string) => term.startsWith(prefix);
      // A word and what begins with it stand next to each other.
      const names = parts.map(({ segment }) => filesOfPrefix(segment, 0, prefix).slice(0, alone ? 2 : undefined));
      const read = await files.read(names.flat());
      const found = new Map<string, Listed>();
      let file = 0;
      for (const [part, { length }] of names.entries()) {
        for (const entry of read.slice(file, (file += length)).flatMap(entriesIn)) {
          if (!isWanted(entry.term) || gone.has(entry.term)) continue;
          const known = found.get(entry.term);
          if (!known) found.set(entry.term, { df: entry.df, entries: [{ part, entry }] });
          else {
            known.df += entry.df;
            known.entries.push({ part, entry });
          }
        }
      }
      return found;
    },
    async ending(suffix: string): Promise<string[]> {
      const backwards = reversed(suffix);
      const read = await files.read(parts.flatMap(({ segment }) => filesOfPrefix(segment, 1, backwards)));
      const found = read.flatMap(readWords).filter((word) => word.startsWith(backwards));
      return [...new Set(found)].map(reversed).filter((word) => !gone.has(word));
    },
  };
}

/** A variant of a word, with its list in each segment that has it; `df`: how many live documents have it. */
type ListedVariant = Variant<{ df: number }> & { lists: { part: number; list: WeightedPostings }[] };

/** The variants of a query's word, with their lists. Words that no live document has are not used as variants. */
async function listedVariants(view: SearchView, word: string, typing: boolean): Promise<ListedVariant[]> {
  const gone = new Set<string>();
  for (;;) {
    const variants = await variantsOf(vocabularyOf(view, gone), word, typing);
    const wanted = variants.flatMap(({ entries }) => entries);
    const read = await readLists(view, wanted);
    let next = 0;
    const all = variants.map(({ term, factor, entries }) => {
      const lists = read.slice(next, (next += entries.length));
      return {
        term,
        factor,
        lists,
        df: lists.reduce((sum, { part, list }) => sum + liveIn(list, view.parts[part]!), 0),
      };
    });
    const alive = all.filter(({ df }) => df > 0);
    if (alive.length > 0 || all.length === 0) return alive;
    for (const { term } of all) gone.add(term);
  }
}

/** The lists of words; files that are not in memory are read in one go. */
async function readLists({ parts, files, lists, within }: SearchView, wanted: { part: number; entry: Entry }[]) {
  const requested = wanted.map(({ part, entry }) => {
    const { segment } = parts[part]!;
    const name = [segment.name, entry.term, ...within].join(' ');
    return { part, entry, segment, name, list: lists.get(name) };
  });
  const missing = requested.filter(({ list }) => !list);
  const read = await files.lists(
    missing.map(({ entry, segment }) => ({ segment: segment.name, ...weightsRange(entry, within) })),
  );
  for (const [at, one] of missing.entries()) {
    one.list = lists.get(one.name) ?? readWeightedPostings(one.entry, read[at]!, one.segment.documents, within);
    lists.set(one.name, one.list, one.list.documents.length * bytesOfPosting);
  }
  return requested.map(({ part, list }) => ({ part, list: list! }));
}

const bytesOfPosting = 5;

/** How many of the documents of a list are not marked. */
function liveIn({ documents }: WeightedPostings, { segment, dead, alive }: SearchView['parts'][number]): number {
  if (alive === segment.documents.count) return documents.length;
  let live = documents.length;
  for (const document of documents) live -= dead[document] ?? 0;
  return live;
}

/**
 * The documents that match a query, by the rules of `ranked`: all that have its words and its phrases and nothing that it
 * excludes.
 */
export async function searchOwn(view: SearchView, query: Query): Promise<OwnFound> {
  const groups = await Promise.all(query.words.map((word) => listedVariants(view, word, word === query.typing)));
  const bases = [0];
  for (const { segment } of view.parts) bases.push(bases.at(-1)! + segment.documents.count);
  const total = bases.at(-1)!;
  const alive = view.parts.reduce((sum, part) => sum + part.alive, 0);
  const sums = new Float64Array(total);
  const covered = new Float64Array(total);
  const best = new Float64Array(total);
  let whole = 0;
  for (const variants of groups) {
    const rarity = rarityOf(alive, variants);
    whole += rarity;
    best.fill(0);
    for (const { factor, lists } of variants) {
      for (const { part, list } of lists) {
        const base = bases[part] ?? 0;
        for (let at = 0; at < list.documents.length; at += 1) {
          const document = base + (list.documents[at] ?? 0);
          const score = ((list.weights[at] ?? 0) / 63) * factor;
          if (score > (best[document] ?? 0)) best[document] = score;
        }
      }
    }
    for (let document = 0; document < total; document += 1) {
      const score = best[document] ?? 0;
      if (score === 0) continue;
      sums[document] = (sums[document] ?? 0) + score * rarity;
      covered[document] = (covered[document] ?? 0) + rarity;
    }
  }
  const [demanded, refused] = await Promise.all([
    Promise.all(query.phrases.map((phrase) => phraseFinder(view, phrase))),
    Promise.all(query.without.map((phrase) => phraseFinder(view, phrase))),
  ]);
  const found = view.parts.map(({ segment, dead }, part) => {
    const base = bases[part] ?? 0;
    const { count, ids } = segment.documents;
    const scores = sums.subarray(base, base + count);
    for (let document = 0; document < count; document += 1) {
      const sum = sums[base + document] ?? 0;
      const score = query.words.length === 0 ? 0 : scoreOf(sum, (covered[base + document] ?? 0) / whole);
      const isFound =
        (sum > 0 || query.words.length === 0) &&
        dead[document] !== 1 &&
        demanded.every((has) => has(part, document)) &&
        !refused.some((has) => has(part, document));
      scores[document] = isFound && score !== undefined ? score : -1;
    }
    return { ids, scores };
  });
  return { parts: found, terms: new Set([...groups.flat().map(({ term }) => term), ...query.words]) };
}
