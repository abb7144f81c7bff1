import {
  beginsFile,
  directoryPath,
  fileKinds,
  searchFileNamed,
  searchFilePath,
  type Directory,
  type FileKind,
} from '../../../search/model/files.ts';
import { packWords } from '../../../search/model/postings.ts';
import type { Asking } from '../snapshot/rows.ts';

type WordRow = { term: string; df: number; list: Uint8Array };

/** The files of the search index as they follow from its tables. */
export function searchFiles(ask: Asking) {
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

/** Says that the content of a key is different: how many bytes it holds now (0 where it is gone), and whether it is new. */
export type Touch = (kind: FileKind, key: string, content: { bytes: number; isNew: boolean }) => void;

/** Keeps which keys begin files, and marks the files that a touched key makes stale, where anyone wants to know. */
export function fileKeeper({ one, run }: Asking, mark: ((path: string) => void) | undefined): Touch {
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
