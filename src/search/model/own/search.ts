import type { Query } from '../query.ts';
import { rarityOf, scoreOf } from '../ranked.ts';
import { variantsOf, type Variant } from '../variants.ts';
import { reversed } from '../words.ts';
import { readEntries, readWords, type Entry } from './dictionary.ts';
import { phraseFinder } from './phrases.ts';
import { filesOfList, filesOfPrefix, listIn, type Segment } from './segment.ts';
import type { Files, recent } from './storage.ts';
import { partToWeigh, readWeighed, type Weighed } from './weighed.ts';
import type { OwnField } from './documents.ts';

/** What an index is asked by: its segments, each with the documents of it that were replaced or removed since. */
export interface View {
  parts: { segment: Segment; dead: ReadonlySet<number> }[];
  files: Files;
  /** What lists say, by segment and word: each letter that is typed asks for many of the same. */
  lists: ReturnType<typeof recent<Weighed>>;
  /** Only what stands in these fields counts; all of them where there are none. */
  within: readonly OwnField[];
}

/** A note that answers, and how well. */
interface OwnHit {
  id: string;
  score: number;
}

/** The best first. `terms` are the words that they were found by; one that ends with `*` stands for what begins so. */
export interface OwnFound {
  hits: OwnHit[];
  terms: Set<string>;
}

/** A word, and its entry in each segment that has it. */
interface Listed {
  df: number;
  entries: Map<number, Entry>;
}

const decoded = new WeakMap<Uint8Array, Entry[]>();
const entriesIn = (file: Uint8Array): Entry[] => {
  const known = decoded.get(file) ?? readEntries(file);
  decoded.set(file, known);
  return known;
};

/** The words of all segments. `gone` are some that no living document has. */
function vocabularyOf({ parts, files }: View, gone: ReadonlySet<string>) {
  return {
    async words(prefix: string): Promise<Map<string, Listed>> {
      const names = parts.map(({ segment }) => filesOfPrefix(segment, 0, prefix));
      const read = await files.read(names.flat());
      const found = new Map<string, Listed>();
      let file = 0;
      for (const [part, { length }] of names.entries()) {
        for (const entry of read.slice(file, (file += length)).flatMap(entriesIn)) {
          if (!entry.term.startsWith(prefix) || gone.has(entry.term)) continue;
          const known = found.get(entry.term) ?? { df: 0, entries: new Map<number, Entry>() };
          known.df += entry.df;
          known.entries.set(part, entry);
          found.set(entry.term, known);
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

/** What the living documents say of a word: for each segment that has it. */
type Known = Variant<{ df: number }> & { lists: { part: number; list: Weighed }[] };

/** The words that stand for an asked one, with what they say; those that no living document has do not stand for it. */
async function known(view: View, word: string, typing: boolean): Promise<Known[]> {
  const gone = new Set<string>();
  for (;;) {
    const variants = await variantsOf(vocabularyOf(view, gone), word, typing);
    const wanted = variants.flatMap(({ entries }) => [...entries].map(([part, entry]) => ({ part, entry })));
    const said = await readLists(view, wanted);
    let next = 0;
    const all = variants.map(({ term, factor, entries }) => {
      const lists = said.slice(next, (next += entries.size));
      return { term, factor, lists, df: lists.reduce((sum, { list }) => sum + list.documents.length, 0) };
    });
    const alive = all.filter(({ df }) => df > 0);
    if (alive.length > 0 || all.length === 0) return alive;
    for (const { term } of all) gone.add(term);
  }
}

/** What the living documents say of words, in one reading of the files that are not in memory. */
async function readLists({ parts, files, lists, within }: View, wanted: { part: number; entry: Entry }[]) {
  const asked = wanted.map(({ part, entry }) => {
    const { segment, dead } = parts[part]!;
    const name = [segment.name, entry.term, ...within].join(' ');
    const known = lists.get(name);
    const { from, length } = partToWeigh(entry, within);
    const names = known ? [] : filesOfList(segment.name, from, length);
    return { part, entry, segment, dead, name, known, from, length, names };
  });
  const read = await files.read(asked.flatMap(({ names }) => names));
  let next = 0;
  return asked.map(({ part, entry, segment, dead, name, known, from, length, names }) => {
    const bytes = () => listIn(read.slice(next, (next += names.length)), from, length);
    const list = known ?? readWeighed(entry, bytes(), segment.documents, within);
    if (!known && lists.get(name) === undefined) lists.set(name, list, list.documents.length * bytesOfPosting);
    return { part, list: living(list, dead) };
  });
}

const bytesOfPosting = 5;

function living(list: Weighed, dead: ReadonlySet<number>): Weighed {
  if (dead.size === 0) return list;
  const lives = (_: number, at: number) => !dead.has(list.documents[at] ?? 0);
  return { documents: list.documents.filter(lives), weights: list.weights.filter(lives) };
}

/**
 * The documents that answer a query, best first, by the rules of `ranked`: all that have its words, its phrases and none
 * of what it leaves out.
 */
export async function searchOwn(view: View, query: Query): Promise<OwnFound> {
  const groups = await Promise.all(query.words.map((word) => known(view, word, word === query.typing)));
  const bases = [0];
  for (const { segment } of view.parts) bases.push(bases.at(-1)! + segment.documents.count);
  const total = bases.at(-1)!;
  const alive = view.parts.reduce((sum, { segment, dead }) => sum + segment.documents.count - dead.size, 0);
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
  const found: Candidate[] = [];
  for (const [part, { segment, dead }] of view.parts.entries()) {
    const base = bases[part] ?? 0;
    const { count, ids, stamps } = segment.documents;
    for (let document = 0; document < count; document += 1) {
      const sum = sums[base + document] ?? 0;
      if ((sum === 0 && query.words.length > 0) || dead.has(document)) continue;
      const score = query.words.length === 0 ? 0 : scoreOf(sum, (covered[base + document] ?? 0) / whole);
      if (score === undefined || !demanded.every((has) => has(part, document))) continue;
      const id = ids[document] ?? '';
      if (refused.some((has) => has(part, document))) continue;
      found.push({ id, score, stamp: stamps[document] ?? 0 });
    }
  }
  return { hits: bestFirst(found), terms: new Set([...groups.flat().map(({ term }) => term), ...query.words]) };
}

type Candidate = OwnHit & { stamp: number };

/**
 * By score, then the newest first. Numbers sort much sooner than what they stand for: each is a score to 31 bits and
 * which candidate has it, and only those that are alike in that are compared.
 */
function bestFirst(found: Candidate[]): OwnHit[] {
  const most = found.reduce((max, { score }) => Math.max(max, score), 0) || 1;
  const keys = Float64Array.from(
    found,
    ({ score }, at) => (2 ** 31 - Math.round((score / most) * 2 ** 30)) * 2 ** 21 + at,
  );
  keys.sort();
  const sorted: Candidate[] = [];
  let [alike, last] = [0, -1];
  const settle = () => {
    if (sorted.length - alike < 2) return;
    const same = sorted.splice(alike);
    same.sort((a, b) => b.score - a.score || b.stamp - a.stamp || (a.id < b.id ? 1 : -1));
    for (const one of same) sorted.push(one);
  };
  for (const key of keys) {
    const rough = Math.floor(key / 2 ** 21);
    if (rough !== last) {
      settle();
      alike = sorted.length;
      last = rough;
    }
    sorted.push(found[key % 2 ** 21]!);
  }
  settle();
  return sorted;
}
