import { DatabaseSync } from 'node:sqlite';

/**
 * The tables of the search index, in addition to the notes of a snapshot. `search_notes` is a note as it is searched,
 * under the key of its file; `search_words` the list of a word or a filter, ready for its file; `search_rest` the notes
 * that the list of a common word leaves out, in chunks; `search_ends` words spelt backwards; `search_files` the first key
 * of each file. `search_waiting` are notes that changed and are not indexed yet.
 */
export const searchTables = `
  CREATE TABLE search_waiting (uuid TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE search_notes (uuid TEXT PRIMARY KEY, key TEXT NOT NULL, json TEXT NOT NULL);
  CREATE INDEX search_notes_key ON search_notes (key, uuid);
  CREATE TABLE search_words (number INTEGER PRIMARY KEY, kind TEXT, term TEXT, df INTEGER NOT NULL, list BLOB NOT NULL);
  CREATE UNIQUE INDEX search_words_term ON search_words (kind, term);
  CREATE TABLE search_rest (word INTEGER, first INTEGER, ranks BLOB NOT NULL, PRIMARY KEY (word, first)) WITHOUT ROWID;
  CREATE TABLE search_ends (term TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE search_files (kind TEXT, first TEXT, path TEXT NOT NULL, PRIMARY KEY (kind, first)) WITHOUT ROWID;
  CREATE UNIQUE INDEX search_files_path ON search_files (path);
`;

/** The tables that are emptied when a snapshot starts again from scratch. */
export const searchTableNames = [
  'search_waiting',
  'search_notes',
  'search_words',
  'search_rest',
  'search_ends',
  'search_files',
] as const;

/** Raised whenever the tables or what is written into them change: an older snapshot is then made again from scratch. */
const version = 14;

/**
 * Published notes (public and unlisted) as a build sees them. `listed` is a note without its text, and `article` the
 * text. `newest` orders notes as lists do, and the scores of notes/model/ranking.ts (null if a note is in no ranking) as
 * rankings do. `person_comments` has people's newest comments, `spoke` who is named below which note, `titled` the
 * current and former titles of a person's notes, `mentioned` which notes link to what, and `sizes` the counts.
 * `collected` has the positions of notes in collections, unpublished notes included; `matched` which notes smart
 * collections have tested and found, and `unmatched` which collections have some to test. So no query costs more as notes
 * accumulate. `profiles` and `holders` say what public notes are about, `related` what to read after each, `unrelated`
 * whose relations have to be found again.
 */
const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE authors (id TEXT PRIMARY KEY, handle TEXT NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX authors_handle ON authors (handle);
  CREATE TABLE notes (
    uuid TEXT PRIMARY KEY, newest TEXT NOT NULL, public INTEGER NOT NULL, author TEXT NOT NULL, slug TEXT NOT NULL,
    updated TEXT NOT NULL, shard INTEGER NOT NULL, listed TEXT NOT NULL, article TEXT NOT NULL,
    hot REAL, discussed REAL, saved REAL
  );
  CREATE UNIQUE INDEX notes_newest ON notes (newest);
  CREATE INDEX notes_public ON notes (public, newest, slug);
  CREATE INDEX notes_author ON notes (author, public, newest);
  CREATE INDEX notes_shard ON notes (public, shard, slug, updated);
  CREATE INDEX notes_hot ON notes (hot, uuid) WHERE hot IS NOT NULL;
  CREATE INDEX notes_discussed ON notes (discussed, uuid) WHERE discussed IS NOT NULL;
  CREATE INDEX notes_saved ON notes (saved, uuid) WHERE saved IS NOT NULL;
  CREATE TABLE tagged (tag TEXT, newest TEXT, PRIMARY KEY (tag, newest)) WITHOUT ROWID;
  CREATE TABLE person_comments (author TEXT, id TEXT, note TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (author, id)) WITHOUT ROWID;
  CREATE INDEX person_comments_note ON person_comments (note, author);
  CREATE TABLE titled (title TEXT, former INTEGER, uuid TEXT, PRIMARY KEY (title, former, uuid)) WITHOUT ROWID;
  CREATE INDEX titled_uuid ON titled (uuid);
  CREATE TABLE mentioned (target TEXT, source TEXT, PRIMARY KEY (target, source)) WITHOUT ROWID;
  CREATE INDEX mentioned_source ON mentioned (source);
  CREATE TABLE spoke (author TEXT, note TEXT, PRIMARY KEY (author, note)) WITHOUT ROWID;
  CREATE INDEX spoke_note ON spoke (note);
  CREATE TABLE collections (
    id TEXT PRIMARY KEY, author TEXT NOT NULL, slug TEXT NOT NULL, public INTEGER NOT NULL, smart INTEGER NOT NULL,
    place INTEGER NOT NULL, json TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX collections_author ON collections (author, slug);
  CREATE TABLE collected (collection TEXT, uuid TEXT, place INTEGER NOT NULL, PRIMARY KEY (collection, uuid)) WITHOUT ROWID;
  CREATE INDEX collected_uuid ON collected (uuid);
  CREATE TABLE matched (collection TEXT, uuid TEXT, found INTEGER NOT NULL, PRIMARY KEY (collection, uuid)) WITHOUT ROWID;
  CREATE INDEX matched_uuid ON matched (uuid);
  CREATE TABLE unmatched (collection TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE sizes (kind TEXT, key TEXT, size INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
  CREATE INDEX sizes_largest ON sizes (kind, size DESC, key);
  CREATE TABLE profiles (uuid TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE holders (term TEXT, uuid TEXT, PRIMARY KEY (term, uuid)) WITHOUT ROWID;
  CREATE TABLE related (
    uuid TEXT, place INTEGER, other TEXT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (uuid, place)
  ) WITHOUT ROWID;
  CREATE INDEX related_other ON related (other);
  CREATE TABLE unrelated (uuid TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE stale (path TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
  ${searchTables}
`;

/**
 * Opens a snapshot, and creates its tables if there are none or they have another version. Throws SQLite's error for a
 * damaged file.
 */
export function openDatabase(file: string, { readOnly = false } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly });
  try {
    database.exec('PRAGMA busy_timeout = 10000; PRAGMA cache_size = -32000;');
    if (readOnly) return database;
    // Notes are long: of small pages, one would fill a dozen. Up to 64 MB are logged before any is moved to its place,
    // since a snapshot made from scratch changes the same pages again and again.
    database.exec(`PRAGMA page_size = 16384; PRAGMA cache_size = -64000;
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;`);
    const { user_version: found } = database.prepare('PRAGMA user_version').get() ?? {};
    if (found === version) return database;
    const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
    const drop = names.map(({ name }) => `DROP TABLE "${String(name)}";`).join('');
    database.exec(`BEGIN; ${drop} ${tables} PRAGMA user_version = ${version}; COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Runs `work` as one transaction: all of it is kept, or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
