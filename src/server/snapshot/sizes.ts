import type { Asking } from './rows.ts';

type Kind = 'tag' | 'author' | 'all';

/** How many public notes a tag or an author has; of `all`, how many `notes` and `tags` there are. */
export function sizeOf({ one }: Asking, kind: Kind, key: string): number {
  return one<{ size: number }>('SELECT size FROM sizes WHERE kind = ? AND key = ?', kind, key)?.size ?? 0;
}

/** Adds to a size; what has none left has no row. Gives the new size. */
export function resize(ask: Asking, kind: Kind, key: string, by: 1 | -1): number {
  const size = sizeOf(ask, kind, key) + by;
  if (size > 0) {
    ask.run('INSERT INTO sizes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET size = excluded.size', kind, key, size);
  } else {
    ask.run('DELETE FROM sizes WHERE kind = ? AND key = ?', kind, key);
  }
  return size;
}
