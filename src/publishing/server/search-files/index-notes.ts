import { directoryPath } from '../../../search/model/files.ts';
import { remembered } from '../../../platform/model/remembered.ts';
import { dayOf, filtersOf, idOf, keyOf, searchedNote, type SearchedNote } from '../../../search/model/note.ts';
import { numberOf, radix } from '../../../search/model/postings.ts';
import { weighing, type Counted } from '../../../search/model/variants.ts';
import { publishedOf, type Asking } from '../snapshot/rows.ts';
import { fileKeeper, type Touch } from './files.ts';
import { changeList, type ListChange } from './word-lists.ts';

/** Notes whose lists are changed together: more would take more memory, fewer would write common lists more often. */
const together = 20_000;

/** Remembers that this note has changed, come or gone. */
export function noteWaits({ run }: Asking, uuid: string): void {
  run('INSERT OR IGNORE INTO search_waiting VALUES (?)', uuid);
}

export function everyNoteWaits({ run }: Asking): void {
  run('INSERT OR IGNORE INTO search_waiting SELECT uuid FROM notes WHERE public = 1');
}

/** Remembers that whatever is known of a person's notes has changed. */
export function notesOfWait({ run }: Asking, authorId: string): void {
  run('INSERT OR IGNORE INTO search_waiting SELECT uuid FROM notes WHERE author = ? AND public = 1', authorId);
}

/**
 * Brings the index up to the notes that wait, in one step of many at most: true while some are left. `mark` hears of
 * each file that this makes stale, where one is given.
 */
export function indexWaiting(ask: Asking, mark: ((path: string) => void) | undefined): boolean {
  const waiting = ask.all<{ uuid: string }>(
    'DELETE FROM search_waiting WHERE uuid IN (SELECT uuid FROM search_waiting LIMIT ?) RETURNING uuid',
    together,
  );
  const lists = { words: listChanges(), filters: listChanges() };
  const touch = fileKeeper(ask, mark);
  const weigh = weighing(lists.words.of);
  const noteAll = (way: keyof ListChange, searched: SearchedNote) => {
    const id = idOf(searched.uuid);
    weigh(searched, (word, weight) => word[way].push(numberOf({ id, weight }, radix.words)));
    const day = numberOf({ id, weight: dayOf(searched) }, radix.filters);
    for (const key of new Set(filtersOf(searched))) lists.filters.of(key)[way].push(day);
  };
  const isNew = ask.one('SELECT 1 FROM search_notes LIMIT 1') === undefined;
  const keys = new Set<string>();
  for (const { uuid } of waiting) {
    const before = isNew ? undefined : searchedBefore(ask, uuid);
    const searched = searchedNow(ask, uuid);
    const after = searched && JSON.stringify(searched);
    if (before === after) continue;
    if (before !== undefined) noteAll('gone', JSON.parse(before) as SearchedNote);
    if (searched !== undefined) noteAll('come', searched);
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

function searchedBefore({ one }: Asking, uuid: string): string | undefined {
  return one<{ json: string }>('SELECT json FROM search_notes WHERE uuid = ?', uuid)?.json;
}

function searchedNow({ one, all }: Asking, uuid: string): SearchedNote | undefined {
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

function keep({ run }: Asking, uuid: string, json: string | undefined): void {
  if (json === undefined) run('DELETE FROM search_notes WHERE uuid = ?', uuid);
  else run('INSERT OR REPLACE INTO search_notes VALUES (?, ?, ?)', uuid, keyOf(idOf(uuid)), json);
}

/** Notes that share a key share a place in a file, and what they hold together decides whether it begins one. */
function touchNotes({ all }: Asking, touch: Touch, { keys, isNew }: { keys: Set<string>; isNew: boolean }): void {
  const held = all<{ key: string; bytes: number }>(
    `SELECT value AS key, (SELECT coalesce(sum(length(json)), 0) FROM search_notes WHERE key = changed.value) AS bytes
     FROM json_each(?) AS changed`,
    JSON.stringify([...keys]),
  );
  for (const { key, bytes } of held) touch('notes', key, { bytes, isNew });
}

/** What changes in the list of each term, in the order in which they were named. */
function listChanges() {
  const all: (ListChange & Counted & { term: string })[] = [];
  const of = remembered((term: string) => {
    const list: (typeof all)[number] = { term, count: 0, gone: [], come: [] };
    all.push(list);
    return list;
  });
  return { all, of };
}

/** A word that says as much about a note as before. */
function isSame({ gone, come }: ListChange): boolean {
  return gone.length === 1 && come.length === 1 && gone[0] === come[0];
}
