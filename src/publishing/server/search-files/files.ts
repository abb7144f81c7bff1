import {
  beginsFile,
  directoryPath,
  fileKinds,
  searchFileNamed,
  searchFilePath,
  type Directory,
  type FileKind,
  packWords,
  numberOf,
  radix,
} from '../../../search/model/files.ts';
import { type Queries, publishedOf } from '../snapshot/rows.ts';
import { memoized } from '../../../platform/model/memoized.ts';
import { dayOf, filtersOf, idOf, keyOf, searchedNote, type SearchedNote } from '../../../search/model/note.ts';
import { wordWeigher, type Counted } from '../../../search/model/variants.ts';
import { changeList, type ListChange, type OnListChange } from './word-lists.ts';

type WordRow = { term: string; df: number; list: Uint8Array };

/** The files of the search index, made from its tables. */
export function searchFiles(ask: Queries) {
  const { one, all } = ask;
  const between = (kind: FileKind, column: string, path: string): [string, string[]] => {
    const { first = '' } = one<{ first: string }>('SELECT first FROM search_files WHERE path = ?', path) ?? {};
    const next = one<{ first: string }>(
      'SELECT first FROM search_files WHERE kind = ? AND first > ? ORDER BY first LIMIT 1',
      kind,
      first,
    );
    return next ? [`${column} >= ? AND ${column} < ?`, [first, next.first]] : [`${column} >= ?`, [first]];
  };
  const content = (kind: FileKind, path: string): Uint8Array => {
    switch (kind) {
      case 'words':
      case 'filters': {
        const [range, values] = between(kind, 'term', path);
        const sql = `SELECT term, df, list FROM search_words WHERE kind = ? AND ${range} ORDER BY term`;
        return packWords(all<WordRow>(sql, kind, ...values));
      }
      case 'ends': {
        const [range, values] = between(kind, 'term', path);
        const rows = all<{ term: string }>(`SELECT term FROM search_ends WHERE ${range} ORDER BY term`, ...values);
        return new TextEncoder().encode(rows.map(({ term }) => term).join('\n'));
      }
      case 'notes': {
        const [range, values] = between(kind, 'key', path);
        const sql = `SELECT key, json FROM search_notes WHERE ${range} ORDER BY key, uuid`;
        const byKey = Map.groupBy(all<{ key: string; json: string }>(sql, ...values), ({ key }) => key);
        const members = [...byKey].map(([key, rows]) => `"${key}":[${rows.map(({ json }) => json).join(',')}]`);
        return new TextEncoder().encode(`{${members.join(',\n')}}`);
      }
    }
  };
  const directory = (): Directory => {
    const first = Object.fromEntries(fileKinds.map((kind) => [kind, ['', ...firstKeys(kind)]])) as Directory['first'];
    return { notes: one<{ count: number }>('SELECT count(*) AS count FROM search_notes')?.count ?? 0, first };
  };
  const firstKeys = (kind: FileKind) =>
    all<{ first: string }>('SELECT first FROM search_files WHERE kind = ? ORDER BY first', kind).map(
      (row) => row.first,
    );

  return {
    all: (): string[] => [
      directoryPath,
      ...fileKinds.map((kind) => searchFilePath(kind, '')),
      ...all<{ path: string }>(`SELECT path FROM search_files WHERE first <> '' ORDER BY path`).map(({ path }) => path),
    ],
    includes: (path: string): boolean =>
      path === directoryPath ||
      fileKinds.some((kind) => path === searchFilePath(kind, '')) ||
      one('SELECT 1 FROM search_files WHERE path = ?', path) !== undefined,
    content(path: string): Uint8Array | undefined {
      if (path === directoryPath) return new TextEncoder().encode(JSON.stringify(directory()));
      const kind = searchFileNamed(path);
      return kind && this.includes(path) ? content(kind, path) : undefined;
    },
  };
}

/** Records which keys begin files, and passes to `mark` the files that a changed key makes stale. */
function fileKeeper({ one, run }: Queries, mark: ((path: string) => void) | undefined): OnListChange {
  const fileOf = (kind: FileKind, key: string) =>
    one<{ path: string }>(
      'SELECT path FROM search_files WHERE kind = ? AND first <= ? ORDER BY first DESC LIMIT 1',
      kind,
      key,
    )?.path ?? searchFilePath(kind, '');
  return (kind, key, { bytes, isNew }) => {
    mark?.(fileOf(kind, key));
    const begins = bytes > 0 && beginsFile(kind, key, bytes);
    const began = !isNew && one('SELECT 1 FROM search_files WHERE kind = ? AND first = ?', kind, key) !== undefined;
    if (begins === began) return;
    mark?.(directoryPath);
    if (begins) run('INSERT INTO search_files VALUES (?, ?, ?)', kind, key, searchFilePath(kind, key));
    else run('DELETE FROM search_files WHERE kind = ? AND first = ?', kind, key);
    mark?.(fileOf(kind, key));
  };
}

/** How many notes are indexed together: more would take more memory, fewer would write common lists more often. */
const together = 20_000;

/** Records that this note was added, changed or removed. */
export function queueNote({ run }: Queries, uuid: string): void {
  run('INSERT OR IGNORE INTO search_waiting VALUES (?)', uuid);
}

export function queueAllNotes({ run }: Queries): void {
  run('INSERT OR IGNORE INTO search_waiting SELECT uuid FROM notes WHERE public = 1');
}

/** Records that what is stored about a person's notes has changed. */
export function queueNotesOf({ run }: Queries, authorId: string): void {
  run('INSERT OR IGNORE INTO search_waiting SELECT uuid FROM notes WHERE author = ? AND public = 1', authorId);
}

/**
 * Indexes notes that wait, many at once but not all: true if some are left. `mark`, if there is one, receives each file
 * that this makes stale.
 */
export function indexQueued(ask: Queries, mark: ((path: string) => void) | undefined): boolean {
  const waiting = ask.all<{ uuid: string }>(
    'DELETE FROM search_waiting WHERE uuid IN (SELECT uuid FROM search_waiting LIMIT ?) RETURNING uuid',
    together,
  );
  const lists = { words: listChanges(), filters: listChanges() };
  const touch = fileKeeper(ask, mark);
  const weigh = wordWeigher(lists.words.forTerm);
  const recordAll = (side: keyof ListChange, searched: SearchedNote) => {
    const id = idOf(searched.uuid);
    weigh(searched, (word, weight) => word[side].push(numberOf({ id, weight }, radix.words)));
    const day = numberOf({ id, weight: dayOf(searched) }, radix.filters);
    for (const key of new Set(filtersOf(searched))) lists.filters.forTerm(key)[side].push(day);
  };
  const isNew = ask.one('SELECT 1 FROM search_notes LIMIT 1') === undefined;
  const keys = new Set<string>();
  for (const { uuid } of waiting) {
    const before = isNew ? undefined : searchedBefore(ask, uuid);
    const searched = searchedNow(ask, uuid);
    const after = searched && JSON.stringify(searched);
    if (before === after) continue;
    if (before !== undefined) recordAll('gone', JSON.parse(before) as SearchedNote);
    if (searched !== undefined) recordAll('come', searched);
    keep(ask, uuid, after);
    keys.add(keyOf(idOf(uuid)));
    if (before === undefined || after === undefined) mark?.(directoryPath);
  }
  touchNotes(ask, touch, { keys, isNew });
  for (const kind of ['words', 'filters'] as const) {
    for (const change of lists[kind].all)
      if (!isSame(change)) changeList(ask, touch, { kind, term: change.term }, change);
  }
  return waiting.length === together;
}

function searchedBefore({ one }: Queries, uuid: string): string | undefined {
  return one<{ json: string }>('SELECT json FROM search_notes WHERE uuid = ?', uuid)?.json;
}

function searchedNow({ one, all }: Queries, uuid: string): SearchedNote | undefined {
  const row = one<{ listed: string; article: string; json: string }>(
    'SELECT listed, article, json FROM notes JOIN authors ON authors.id = author WHERE uuid = ? AND public = 1',
    uuid,
  );
  if (!row) return undefined;
  const relations = all<{ other: string; why: string }>(
    'SELECT other, why FROM related WHERE uuid = ? ORDER BY place',
    uuid,
  );
  const next = relations.map(({ other, why }): [string, string] => [other, why]);
  return { ...searchedNote(publishedOf(row)), ...(next.length > 0 && { next }) };
}

function keep({ run }: Queries, uuid: string, json: string | undefined): void {
  if (json === undefined) run('DELETE FROM search_notes WHERE uuid = ?', uuid);
  else run('INSERT OR REPLACE INTO search_notes VALUES (?, ?, ?)', uuid, keyOf(idOf(uuid)), json);
}

/** Notes that share a key share a place in a file, and their total size decides whether it begins one. */
function touchNotes(
  { all }: Queries,
  touch: OnListChange,
  { keys, isNew }: { keys: Set<string>; isNew: boolean },
): void {
  const sizes = all<{ key: string; bytes: number }>(
    `SELECT value AS key, (SELECT coalesce(sum(length(json)), 0) FROM search_notes WHERE key = changed.value) AS bytes
     FROM json_each(?) AS changed`,
    JSON.stringify([...keys]),
  );
  for (const { key, bytes } of sizes) touch('notes', key, { bytes, isNew });
}

/** The changes of each term's list, in the order in which terms were first named. */
function listChanges() {
  const all: (ListChange & Counted & { term: string })[] = [];
  const forTerm = memoized((term: string) => {
    const list: (typeof all)[number] = { term, count: 0, gone: [], come: [] };
    all.push(list);
    return list;
  });
  return { all, forTerm };
}

/** Whether a word says as much about a note as before. */
function isSame({ gone, come }: ListChange): boolean {
  return gone.length === 1 && come.length === 1 && gone[0] === come[0];
}
