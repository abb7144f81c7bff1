import type { Asking } from './rows.ts';

type Kind = 'tag' | 'author' | 'all' | 'said';

/** How many public notes a tag or an author has, and what a person `said` below them; of `all`, how many `notes` and `tags` there are. */
export function sizeOf({ one }: Asking, kind: Kind, key: string): number {
  return one<{ size: number }>('SELECT size FROM sizes WHERE kind = ? AND key = ?', kind, key)?.size ?? 0;
}

/** Adds to a size; what has none left has no row. Gives the new size. */
export function resize(ask: Asking, kind: Kind, key: string, by: 1 | -1): number {
  if (by === -1) return setSize(ask, kind, key, sizeOf(ask, kind, key) - 1);
  const more = `INSERT INTO sizes VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET size = size + 1 RETURNING size`;
  return ask.one<{ size: number }>(more, kind, key)?.size ?? 1;
}

export function setSize(ask: Asking, kind: Kind, key: string, size: number): number {
  if (size > 0) {
    ask.run('INSERT INTO sizes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET size = excluded.size', kind, key, size);
  } else {
    ask.run('DELETE FROM sizes WHERE kind = ? AND key = ?', kind, key);
  }
  return size;
}
