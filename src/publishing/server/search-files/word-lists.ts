import type { Queries } from '../snapshot/rows.ts';
import { reversed } from '../../../search/model/words.ts';
import { wordLimits } from '../../../search/model/query.ts';
import { packPostings, radix, shownDf, unpackPostings, type FileKind } from '../../../search/model/files.ts';

/** Reports that the content of a key has changed: its size in bytes now (0 if it is gone), and whether it is new. */
export type OnListChange = (kind: FileKind, key: string, content: { bytes: number; isNew: boolean }) => void;

/** The maximum number of ranks in a chunk. A chunk that would hold more is split into chunks of half as many. */
const maxInChunk = 512;

/** Sorted ranks, none below `first` (which names the chunk) and all below the first one of the `next` chunk. */
type Chunk = { first: number; ranks: Float64Array; next: number };

/**
 * The ranks of the notes that the list of a common word leaves out, in chunks: nearly every note has the hundred most
 * common words, and a row for each would be most of the index. A change reads and writes only the chunks that it affects.
 */
export function postponedRanks({ one, run }: Queries, word: number) {
  const chunkAt = (rank: number): Chunk => {
    const row = one<{ first: number; ranks: Uint8Array }>(
      'SELECT first, ranks FROM search_rest WHERE word = ? AND first <= ? ORDER BY first DESC LIMIT 1',
      word,
      rank,
    );
    const first = row?.first ?? 0;
    const after = one<{ first: number }>(
      'SELECT first FROM search_rest WHERE word = ? AND first > ? ORDER BY first LIMIT 1',
      word,
      first,
    );
    // The copy is aligned for numbers of eight bytes.
    return { first, ranks: new Float64Array(row?.ranks.slice().buffer ?? []), next: after?.first ?? Infinity };
  };
  const put = (first: number, ranks: Float64Array) => {
    if (ranks.length === 0) run('DELETE FROM search_rest WHERE word = ? AND first = ?', word, first);
    const size = ranks.length > maxInChunk ? maxInChunk / 2 : maxInChunk;
    for (let at = 0; at < ranks.length; at += size) {
      const part = new Uint8Array(ranks.slice(at, at + size).buffer);
      run('INSERT OR REPLACE INTO search_rest VALUES (?, ?, ?)', word, at === 0 ? first : ranks[at]!, part);
    }
  };
  /** Replaces each chunk that would hold some of these ranks by what `change` makes of it. */
  const inChunks = (ranks: readonly number[], change: (known: Float64Array, these: Float64Array) => Float64Array) => {
    // Two notes may share a rank.
    const sorted = Float64Array.from(ranks)
      .sort()
      .filter((rank, at, all) => rank !== all[at - 1]);
    let at = 0;
    while (at < sorted.length) {
      const { first, ranks: known, next } = chunkAt(sorted[at]!);
      let end = at + 1;
      while (end < sorted.length && sorted[end]! < next) end += 1;
      put(first, change(known, sorted.subarray(at, end)));
      at = end;
    }
  };
  return {
    /** The lowest `count`, or all if there are fewer. */
    first(count: number): number[] {
      const found: number[] = [];
      let from = 0;
      while (found.length < count && from < Infinity) {
        const { ranks, next } = chunkAt(from);
        found.push(...ranks.subarray(0, count - found.length));
        from = next;
      }
      return found;
    },
    /** Adds ranks, each once. */
    add: (ranks: readonly number[]) =>
      inChunks(ranks, (known, these) => {
        if (known.length === 0) return these;
        const there = new Set(known);
        const added = these.filter((rank) => !there.has(rank));
        const both = new Float64Array(known.length + added.length);
        both.set(known);
        both.set(added, known.length);
        return both.sort();
      }),
    remove: (ranks: readonly number[]) =>
      inChunks(ranks, (known, these) => {
        const removed = new Set(these);
        return known.filter((rank) => !removed.has(rank));
      }),
  };
}

/**
 * Postings (as numbers, see files.ts) that are removed from a list, with the weights that they had, and postings that are
 * added. A note that changes does both.
 */
export type ListChange = { gone: number[]; come: number[] };
type ListName = { kind: 'words' | 'filters'; term: string };
type Row = { number: number; df: number; list: Uint8Array };

/**
 * Changes the list of a word or a filter. A word's list holds the notes about which it says most; the others wait in
 * their order, to replace one that is removed.
 */
export function changeList(ask: Queries, touch: OnListChange, name: ListName, change: ListChange): void {
  const { kind, term } = name;
  const row = ask.one<Row>('SELECT number, df, list FROM search_words WHERE kind = ? AND term = ?', kind, term);
  const df = (row?.df ?? 0) - change.gone.length + change.come.length;
  if (df === 0) {
    // Its number may be given to another word.
    if (row) ask.run('DELETE FROM search_rest WHERE word = ?', row.number);
    if (row) ask.run('DELETE FROM search_words WHERE number = ?', row.number);
    touch(kind, term, { bytes: 0, isNew: false });
  } else {
    const postings = row || tooMany(kind, df) ? best(ask, name, row, change) : change.come;
    const list = packPostings(Float64Array.from(postings).sort(), radix[kind]);
    ask.run(
      `INSERT INTO search_words (kind, term, df, list) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, term) DO UPDATE SET df = excluded.df, list = excluded.list`,
      ...[kind, term, df, list],
    );
    const shows = row && shownDf(row.df) === shownDf(df) && Buffer.compare(row.list, list) === 0;
    if (!shows) touch(kind, term, { bytes: list.length + term.length, isNew: !row });
  }
  if (kind === 'words' && (row === undefined) !== (df === 0) && !term.endsWith('*')) keepEnd(ask, touch, term, df > 0);
}

const tooMany = (kind: ListName['kind'], df: number) => kind === 'words' && df > wordLimits.postings;

/** The content of a list after a change: everything, or of a common word the best, while others wait. */
function best(ask: Queries, name: ListName, row: Row | undefined, change: ListChange): Iterable<number> {
  const listed = row ? unpackPostings(row.list, radix[name.kind]) : [];
  const waits = (row?.df ?? 0) > listed.length;
  if (name.kind === 'filters' || (!waits && !tooMany(name.kind, listed.length + change.come.length))) {
    return changed(listed, change, radix[name.kind]);
  }
  return bestOf(ask, { number: row?.number ?? insert(ask, name), listed, waits }, change);
}

/** Moves postings between a word's list and those that wait, so that the best are listed. */
function bestOf(
  ask: Queries,
  { number, listed, waits }: { number: number; listed: number[]; waits: boolean },
  { gone, come }: ListChange,
): number[] {
  const waiting = postponedRanks(ask, number);
  const inList = new Set(listed);
  if (waits) waiting.remove(gone.filter((posting) => !inList.has(posting)).map(rankOf));
  // No more can move up than were removed or added.
  const risers = waits ? waiting.first(gone.length + come.length) : [];
  const ranks = Float64Array.from([...changed(listed, { gone, come }, radix.words).map(rankOf), ...risers]).sort();
  const others = Array.from(ranks.subarray(wordLimits.postings));
  const [firstOther = Infinity] = others;
  const waited = new Set(risers);
  waiting.remove(risers.filter((rank) => rank < firstOther));
  waiting.add(others.filter((rank) => !waited.has(rank)));
  return Array.from(ranks.subarray(0, wordLimits.postings), postingOfRank);
}

function changed(listed: readonly number[], { gone, come }: ListChange, base: number): number[] {
  if (gone.length === 0) return [...listed, ...come];
  const left = new Set(gone.map((posting) => Math.floor(posting / base)));
  return [...listed.filter((posting) => !left.has(Math.floor(posting / base))), ...come];
}

const ids = 2 ** 32;

/** A word's posting as a number that sorts as notes are listed: those about which it says more first, then by id. */
function rankOf(posting: number): number {
  return (radix.words - 1 - (posting % radix.words)) * ids + Math.floor(posting / radix.words);
}

function postingOfRank(rank: number): number {
  return (rank % ids) * radix.words + radix.words - 1 - Math.floor(rank / ids);
}

function insert({ one }: Queries, { kind, term }: ListName): number {
  const sql = `INSERT INTO search_words (kind, term, df, list) VALUES (?, ?, 0, x'') RETURNING number`;
  const row = one<{ number: number }>(sql, kind, term);
  if (!row) throw new Error(`The list of ${term} cannot be written.`);
  return row.number;
}

/** A word that is added to the index, or removed from it, is also found by its end. */
function keepEnd({ run }: Queries, touch: OnListChange, term: string, isAdded: boolean): void {
  const end = reversed(term);
  run(isAdded ? 'INSERT OR IGNORE INTO search_ends VALUES (?)' : 'DELETE FROM search_ends WHERE term = ?', end);
  touch('ends', end, { bytes: isAdded ? end.length + 1 : 0, isNew: isAdded });
}
