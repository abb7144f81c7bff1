import type { StoredCollection } from '../../../library/model/collection.ts';
import { limits } from '../../../platform/model/limits.ts';
import { matchedBy } from '../../../search/model/saved.ts';
import type { ShownCollection } from '../../../reading/model/content.ts';
import { publishedOf, type Queries, type CollectionRow, type NoteRow } from './rows.ts';
import type { SyncStep } from './sizes.ts';

/** A collection in a snapshot: with its notes' uuids in their order, and its position among its owner's. */
export type SyncedCollection = { collection: StoredCollection; uuids: readonly string[]; place: number };

const select = `SELECT collections.*, handle FROM collections JOIN authors ON authors.id = collections.author`;
export const shownCollectionOf = ({ json }: Pick<CollectionRow, 'json'>) => JSON.parse(json) as ShownCollection;

/** The collections that show this public note: those that contain it, and smart ones of its author. */
export function collectionsShowing(
  { all }: Queries,
  { uuid, author }: Pick<NoteRow, 'uuid' | 'author'>,
): CollectionRow[] {
  return all<CollectionRow>(
    `${select} WHERE collections.id IN (SELECT collection FROM collected WHERE uuid = ?) OR (author = ? AND smart = 1)`,
    uuid,
    author,
  );
}

export function collectionsBy({ all }: Queries, author: string): CollectionRow[] {
  return all<CollectionRow>(`${select} WHERE author = ? ORDER BY place, collections.id`, author);
}

export function collectionAt({ one }: Queries, handle: string, slug: string): CollectionRow | undefined {
  return one<CollectionRow>(
    `${select} WHERE author = (SELECT id FROM authors WHERE handle = ?) AND slug = ?`,
    handle,
    slug,
  );
}

/** The newest public note that a collection shows, as `newest` sorts it; empty without one, which sorts before all notes. */
const newest = `max(
  coalesce((SELECT max(newest) FROM collected JOIN notes USING (uuid) WHERE collection = collections.id AND notes.public = 1), ''),
  CASE WHEN smart = 1
    THEN coalesce((SELECT max(newest) FROM notes WHERE author = collections.author AND notes.public = 1), '') ELSE '' END
)`;

/** The collections that are files, since they show one of the newest notes: those at this address, or all. */
export function collectionFiles(
  { all }: Queries,
  edge: string,
  at?: { handle: string; slug: string },
): CollectionRow[] {
  const files = `${select} WHERE ${newest} <> '' AND ${newest} >= ?`;
  if (!at) return all<CollectionRow>(`${files} ORDER BY handle, slug`, edge);
  return all<CollectionRow>(`${files} AND handle = ? AND slug = ?`, edge, at.handle, at.slug);
}

/** The public notes of a collection: how many there are, and the rows of some by their positions. */
export function collectedRows<Columns extends { listed: string; article: string; json: string }>(
  { all, one }: Queries,
  { id, smart }: CollectionRow,
  { from, count }: { from: number; count: number },
): { total: number; rows: Columns[] } {
  const which =
    smart === 1
      ? `${lookedThrough} JOIN matched USING (uuid) JOIN authors ON authors.id = author WHERE collection = ? AND found = 1`
      : `collected JOIN notes USING (uuid) JOIN authors ON authors.id = author WHERE collection = ? AND public = 1`;
  const values = smart === 1 ? [id, limits.collections.searched, id] : [id];
  const order = smart === 1 ? 'newest DESC' : 'place';
  return {
    total: one<{ total: number }>(`SELECT count(*) AS total FROM ${which}`, ...values)?.total ?? 0,
    rows: all<Columns>(
      `SELECT listed, article, authors.json AS json FROM ${which} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...values,
      count,
      from,
    ),
  };
}

/** The notes that a smart collection tests: the newest public ones of its owner. */
const lookedThrough = `(
  SELECT * FROM notes WHERE author = (SELECT author FROM collections WHERE id = ?) AND public = 1
  ORDER BY newest DESC LIMIT ?
)`;

/** After a note was added, changed or removed, its author's smart collections must test it, and those that moved up, again. */
export function rematchNote({ run }: Queries, { uuid, author }: Pick<NoteRow, 'uuid' | 'author'>): void {
  run('DELETE FROM matched WHERE uuid = ?', uuid);
  run('INSERT OR IGNORE INTO unmatched SELECT id FROM collections WHERE author = ? AND smart = 1', author);
}

/** Makes a collection test all of its owner's notes again, if it is a smart one. */
export function rematchCollection({ run }: Queries, id: string): void {
  run('DELETE FROM matched WHERE collection = ?', id);
  run('INSERT OR IGNORE INTO unmatched SELECT id FROM collections WHERE id = ? AND smart = 1', id);
}

/**
 * Lets smart collections test the notes that they have not tested yet. Earlier results are kept, so only a note that
 * changed is tested, for each collection of its author: its words are read once for all of them. `keep` runs a
 * transaction.
 */
export async function matchCollections(ask: Queries, keep: (write: () => void) => void): Promise<void> {
  const waiting = ask.all<CollectionRow>(`${select} JOIN unmatched ON unmatched.collection = collections.id`);
  for (const collections of Map.groupBy(waiting, ({ author }) => author).values()) {
    const ids = JSON.stringify(collections.map(({ id }) => id));
    const searches = collections.map((row) => shownCollectionOf(row).search ?? '');
    for (let isDone = false; !isDone;) {
      const notes = ask.all<{ uuid: string; listed: string; article: string; json: string }>(
        `SELECT uuid, listed, article, authors.json AS json FROM ${lookedThrough} AS own
         JOIN authors ON authors.id = author
         WHERE EXISTS (SELECT 1 FROM json_each(?) AS one WHERE NOT EXISTS
           (SELECT 1 FROM matched WHERE collection = one.value AND matched.uuid = own.uuid)) LIMIT ?`,
        ...[collections[0]?.id ?? '', limits.collections.searched, ids, matchedAtOnce],
      );
      isDone = notes.length < matchedAtOnce;
      const found: boolean[][] = [];
      // One after the other: what is read from a long note takes megabytes.
      for (const note of notes) {
        const answers = matchedBy(publishedOf(note));
        found.push(await Promise.all(searches.map(answers)));
      }
      keep(() => {
        for (const [at, { id }] of collections.entries()) {
          for (const [which, { uuid }] of notes.entries())
            ask.run('INSERT OR REPLACE INTO matched VALUES (?, ?, ?)', id, uuid, found[which]?.[at] ? 1 : 0);
          if (isDone) ask.run('DELETE FROM unmatched WHERE collection = ?', id);
        }
      });
    }
  }
}

/** Few, since notes may be long. */
const matchedAtOnce = 100;

/** Replaces the collection with this id, or adds it. Its owner must have been put before it. */
export function putCollection({ ask, stale }: SyncStep, { collection, uuids, place }: SyncedCollection): void {
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
  if (!before || shownCollectionOf(before).search !== collection.search) rematchCollection(ask, collection.id);
  const after = rowOf(ask, collection.id);
  if (after) stale.collectionChanges(after);
}

/** Sets the positions of a person's collections. Moving one changes those of others. */
export function placeCollections({ ask }: SyncStep, shown: readonly Pick<StoredCollection, 'id'>[]): void {
  for (const [place, { id }] of shown.entries())
    ask.run('UPDATE collections SET place = ? WHERE id = ? AND place <> ?', place, id, place);
}

export function removeCollection({ ask, stale }: SyncStep, id: string): void {
  const before = rowOf(ask, id);
  if (!before) return;
  stale.collectionChanges(before);
  ask.run('DELETE FROM collected WHERE collection = ?', id);
  ask.run('DELETE FROM collections WHERE id = ?', id);
  ask.run('DELETE FROM matched WHERE collection = ?', id);
  ask.run('DELETE FROM unmatched WHERE collection = ?', id);
}

const rowOf = ({ one }: Queries, id: string) => one<CollectionRow>(`${select} WHERE collections.id = ?`, id);
