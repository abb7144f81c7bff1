import { reversed } from '../../domain/search/index.ts';
import { wordLimits } from '../../domain/search/limits.ts';
import { packPostings, radix, shownDf, unpackPostings, type Posting } from '../../domain/search/postings.ts';
import type { Asking } from '../snapshot/rows.ts';
import type { Touch } from './files.ts';

/** Notes that leave a list, with the weights that they had, and notes that come. A note that changes does both. */
export type ListChange = { gone: Posting[]; come: Posting[] };
type ListName = { kind: 'words' | 'filters'; term: string };
type Row = { number: number; df: number; list: Uint8Array };

/**
 * Changes the list of a word, or of what narrows a search. A word's list holds the notes about which it says most; the
 * others wait in their order, to take the place of one that leaves.
 */
export function changeList(ask: Asking, touch: Touch, name: ListName, change: ListChange): void {
  const { kind, term } = name;
  const row = ask.one<Row>('SELECT number, df, list FROM search_words WHERE kind = ? AND term = ?', kind, term);
  const df = (row?.df ?? 0) - change.gone.length + change.come.length;
  if (df === 0) {
    if (row) ask.run('DELETE FROM search_words WHERE number = ?', row.number);
    touch(kind, term, { bytes: 0, isNew: false });
  } else {
    const postings = row || tooMany(kind, df) ? best(ask, name, row, change) : change.come;
    const list = packPostings(
      postings.sort((a, b) => a.id - b.id),
      radix[kind],
    );
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

/** What a list holds after a change: everything, or of a common word the best, while others wait. */
function best(ask: Asking, name: ListName, row: Row | undefined, change: ListChange): Posting[] {
  const listed = row ? unpackPostings(row.list, radix[name.kind]) : [];
  const waits = (row?.df ?? 0) > listed.length;
  if (name.kind === 'filters' || (!waits && !tooMany(name.kind, listed.length + change.come.length))) {
    return changed(listed, change);
  }
  return bestOf(ask, { number: row?.number ?? insert(ask, name), listed, waits }, change);
}

/** Moves postings between a list and those that wait, so that the best are listed. */
function bestOf(
  ask: Asking,
  { number, listed, waits }: { number: number; listed: Posting[]; waits: boolean },
  { gone, come }: ListChange,
): Posting[] {
  const waiting = waitingFor(ask, number);
  const inList = new Set(listed.map(({ id }) => id));
  if (waits) waiting.remove(gone.filter(({ id }) => !inList.has(id)));
  // No more can move up than left or came.
  const risers = waits ? waiting.first(gone.length + come.length) : [];
  const best = [...changed(listed, { gone, come }), ...risers].sort(better);
  const others = best.splice(wordLimits.postings);
  const stay = new Set(others.map(({ id }) => id));
  const rose = new Set(risers.map(({ id }) => id));
  waiting.remove(risers.filter(({ id }) => !stay.has(id)));
  waiting.add(others.filter(({ id }) => !rose.has(id)));
  return best;
}

function changed(listed: readonly Posting[], { gone, come }: ListChange): Posting[] {
  const left = new Set(gone.map(({ id }) => id));
  return [...listed.filter(({ id }) => !left.has(id)), ...come];
}

/** The order in which notes are listed: those first about which the word says more, then by id. */
function better(a: Posting, b: Posting): number {
  return b.weight - a.weight || a.id - b.id;
}

/** The notes that a list leaves out, each as one number, in the order of `better`. */
function waitingFor({ all, run }: Asking, word: number) {
  const rank = ({ id, weight }: Posting) => (63 - weight) * 2 ** 32 + id;
  return {
    first: (count: number): Posting[] =>
      all<{ rank: number }>('SELECT rank FROM search_rest WHERE word = ? ORDER BY rank LIMIT ?', word, count).map(
        ({ rank }) => ({ id: rank % 2 ** 32, weight: 63 - Math.floor(rank / 2 ** 32) }),
      ),
    add(postings: readonly Posting[]) {
      for (const posting of postings) run('INSERT OR IGNORE INTO search_rest VALUES (?, ?)', word, rank(posting));
    },
    remove(postings: readonly Posting[]) {
      for (const posting of postings) run('DELETE FROM search_rest WHERE word = ? AND rank = ?', word, rank(posting));
    },
  };
}

function insert({ one }: Asking, { kind, term }: ListName): number {
  const sql = `INSERT INTO search_words (kind, term, df, list) VALUES (?, ?, 0, x'') RETURNING number`;
  const row = one<{ number: number }>(sql, kind, term);
  if (!row) throw new Error(`The list of ${term} cannot be written.`);
  return row.number;
}

/** A word that comes into the index, or leaves it, is found by its end as well. */
function keepEnd({ run }: Asking, touch: Touch, term: string, comes: boolean): void {
  const end = reversed(term);
  run(comes ? 'INSERT OR IGNORE INTO search_ends VALUES (?)' : 'DELETE FROM search_ends WHERE term = ?', end);
  touch('ends', end, { bytes: comes ? end.length + 1 : 0, isNew: comes });
}
