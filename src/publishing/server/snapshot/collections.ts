import type { StoredCollection } from '../../../library/model/collection.ts';
import { limits } from '../../../platform/model/limits.ts';
import { paths } from '../../../platform/model/paths.ts';
import { feedPaths } from '../../../feeds/model/addresses.ts';
import { matching } from '../../../search/model/saved.ts';
import type { ShownCollection } from '../../../reading/model/content.ts';
import { publishedOf, type Asking, type NoteRow } from './rows.ts';
import { feedsOf, withData } from './site-files.ts';
import type { Step } from './stale-pages.ts';

/** A collection as a snapshot knows it: with its notes' uuids in their order, and its place among its owner's. */
export type SyncedCollection = { collection: StoredCollection; uuids: readonly string[]; place: number };

type Row = {
  id: string;
  author: string;
  slug: string;
  public: 0 | 1;
  smart: 0 | 1;
  place: number;
  json: string;
};
/** What decides the addresses of a collection. */
type Addressed = Pick<Row, 'slug' | 'public'> & { handle: string };

const select = `SELECT collections.*, handle FROM collections JOIN authors ON authors.id = collections.author`;
/** A collection's row, with its owner's handle. */
export type CollectionRow = Row & { handle: string };

export const shownOf = ({ json }: Pick<Row, 'json'>) => JSON.parse(json) as ShownCollection;

/** The files of a collection: an unlisted one has its page alone. */
export function filesOfCollection({ handle, slug, public: isPublic }: Addressed): string[] {
  const page = withData(paths.collection(handle, slug));
  if (isPublic === 0) return page;
  return [...page, feedPaths.collectionSource(handle, slug), ...feedsOf(feedPaths.ofCollection(handle, slug))];
}

/** Collections that show this public note: they have it, or are smart ones of its author. */
export function collectionsShowing(
  { all }: Asking,
  { uuid, author }: Pick<NoteRow, 'uuid' | 'author'>,
): CollectionRow[] {
  return all<CollectionRow>(
    `${select} WHERE collections.id IN (SELECT collection FROM collected WHERE uuid = ?) OR (author = ? AND smart = 1)`,
    uuid,
    author,
  );
}

export function collectionsBy({ all }: Asking, author: string): CollectionRow[] {
  return all<CollectionRow>(`${select} WHERE author = ? ORDER BY place, collections.id`, author);
}

export function collectionAt({ one }: Asking, handle: string, slug: string): CollectionRow | undefined {
  return one<CollectionRow>(
    `${select} WHERE author = (SELECT id FROM authors WHERE handle = ?) AND slug = ?`,
    handle,
    slug,
  );
}

/** Sorts behind every note that is not a file: the newest public note that a collection shows. */
const newest = `max(
  coalesce((SELECT max(newest) FROM collected JOIN notes USING (uuid) WHERE collection = collections.id AND notes.public = 1), ''),
  CASE WHEN smart = 1
    THEN coalesce((SELECT max(newest) FROM notes WHERE author = collections.author AND notes.public = 1), '') ELSE '' END
)`;

/** The collections that are files, since one of the newest notes is in them: those with this address, or all. */
export function collectionFiles({ all }: Asking, edge: string, at?: { handle: string; slug: string }): CollectionRow[] {
  const files = `${select} WHERE ${newest} <> '' AND ${newest} >= ?`;
  if (!at) return all<CollectionRow>(`${files} ORDER BY handle, slug`, edge);
  return all<CollectionRow>(`${files} AND handle = ? AND slug = ?`, edge, at.handle, at.slug);
}

/** The public notes of a collection: how many, and the rows of some by their places. */
export async function collectedRows<Columns extends { listed: string; article: string; json: string }>(
  { all, one }: Asking,
  { id, author, json }: CollectionRow,
  { from, count }: { from: number; count: number },
): Promise<{ total: number; rows: Columns[] }> {
  const { search } = shownOf({ json });
  const columns = 'SELECT listed, article, authors.json AS json FROM';
  if (search !== null) {
    const own = all<Columns>(
      `${columns} notes JOIN authors ON authors.id = author WHERE author = ? AND public = 1 ORDER BY newest DESC LIMIT ?`,
      author,
      limits.collections.searched,
    );
    const found = await matching(search, own, publishedOf);
    return { total: found.length, rows: found.slice(from, from + count) };
  }
  const which = `collected JOIN notes USING (uuid) JOIN authors ON authors.id = author WHERE collection = ? AND public = 1`;
  return {
    total: one<{ total: number }>(`SELECT count(*) AS total FROM ${which}`, id)?.total ?? 0,
    rows: all<Columns>(`${columns} ${which} ORDER BY place LIMIT ? OFFSET ?`, id, count, from),
  };
}

/** Puts a collection in the place of the one with its id. Its owner must have been put before it. */
export function putCollection({ ask, stale }: Step, { collection, uuids, place }: SyncedCollection): void {
  const { ownerId, createdAt: _, ...shown } = collection;
  const before = rowOf(ask, collection.id);
  if (before) stale.collectionChanges(before);
  ask.run('DELETE FROM collected WHERE collection = ?', collection.id);
  ask.run(
    'INSERT OR REPLACE INTO collections VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[collection.id, ownerId, collection.slug, collection.visibility === 'public' ? 1 : 0],
    ...[collection.search === null ? 0 : 1, place, JSON.stringify(shown)],
  );
  for (const [at, uuid] of uuids.entries()) ask.run('INSERT INTO collected VALUES (?, ?, ?)', collection.id, uuid, at);
  const after = rowOf(ask, collection.id);
  if (after) stale.collectionChanges(after);
}

export function removeCollection({ ask, stale }: Step, id: string): void {
  const before = rowOf(ask, id);
  if (!before) return;
  stale.collectionChanges(before);
  ask.run('DELETE FROM collected WHERE collection = ?', id);
  ask.run('DELETE FROM collections WHERE id = ?', id);
}

const rowOf = ({ one }: Asking, id: string) => one<CollectionRow>(`${select} WHERE collections.id = ?`, id);
