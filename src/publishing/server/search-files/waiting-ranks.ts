import type { Asking } from '../snapshot/rows.ts';

/** So many ranks are in a chunk at most; one that would hold more is parted into chunks of half as many. */
const maxInChunk = 512;

/** Ranks in their order, none below `first` (which names the chunk) and all below the first one of the `next`. */
type Chunk = { first: number; ranks: Float64Array; next: number };

/**
 * The ranks of the notes that the list of a common word leaves out, in chunks: nearly every note has the hundred commonest
 * words, and a row for each would be most of the index. A change reads and writes the chunks that it concerns.
 */
export function waitingFor({ one, run }: Asking, word: number) {
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
    // A copy begins where numbers of eight bytes may begin.
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
  /** Puts what `change` makes of each chunk that would hold some of these ranks in its place. */
  const inChunks = (ranks: readonly number[], change: (known: Float64Array, these: Float64Array) => Float64Array) => {
    // Two notes may share one.
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
    /** The lowest `count`, or all there are. */
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
    /** One that is there already stays. */
    add: (ranks: readonly number[]) =>
      inChunks(ranks, (known, these) => {
        if (known.length === 0) return these;
        const there = new Set(known);
        const coming = these.filter((rank) => !there.has(rank));
        const both = new Float64Array(known.length + coming.length);
        both.set(known);
        both.set(coming, known.length);
        return both.sort();
      }),
    remove: (ranks: readonly number[]) =>
      inChunks(ranks, (known, these) => {
        const leaving = new Set(these);
        return known.filter((rank) => !leaving.has(rank));
      }),
  };
}
