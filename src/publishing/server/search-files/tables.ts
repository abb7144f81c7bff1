/**
 * What the search index is made from, beside the notes of a snapshot. `search_notes` is a note as it is searched, under
 * the key of its file; `search_words` the list of a word or of what narrows a search, ready for its file; `search_rest`
 * the notes that the list of a common word leaves out, in chunks; `search_ends` words backwards; `search_files` the first
 * key of each file. `search_waiting` are notes that changed and are not indexed yet.
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

/** The tables that are emptied when a snapshot starts again from nothing. */
export const searchTableNames = [
  'search_waiting',
  'search_notes',
  'search_words',
  'search_rest',
  'search_ends',
  'search_files',
] as const;
