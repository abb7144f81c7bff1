import { nearestAmong, rare, type Profile, type Relation } from '../../../notes/model/related.ts';
import { paths } from '../../../platform/model/paths.ts';
import { everyNoteWaits, noteWaits } from '../search-files/index-notes.ts';
import { alongside, holding, inDatabase, inMemory, profileJson } from './neighbours.ts';
import type { Asking } from './rows.ts';
import type { Step } from './step.ts';

/** The tables that are emptied when a snapshot starts again from nothing. */
export const relatedTableNames = ['profiles', 'holders', 'related', 'unrelated'] as const;

/** Stands for every note, while a snapshot is made from nothing. */
const everyNote = '*';
/** From so many on it is cheaper to hold all profiles in memory than to ask for each. */
const many = 300;

/**
 * Puts a profile (as JSON; none: the note is not public) in the place of the one that the note has, around the `change`
 * of what lists it under its tags.
 */
export function reprofile(
  { ask, fromNothing }: Step,
  uuid: string,
  profile: string | undefined,
  change: () => void,
): void {
  if (fromNothing) {
    putProfile(ask, uuid, profile);
    return change();
  }
  const known = profileJson(ask, uuid);
  if (known === profile) return change();
  putProfile(ask, uuid, profile);
  const [before, after] = [known, profile].map((json) => (json ? (JSON.parse(json) as Profile) : undefined));
  if (before) {
    noteNeighbours(ask, before);
    for (const [term] of before.terms) ask.run('DELETE FROM holders WHERE term = ? AND uuid = ?', term, uuid);
  }
  change();
  if (!after) return;
  for (const [term] of after.terms) ask.run('INSERT INTO holders VALUES (?, ?)', term, uuid);
  noteNeighbours(ask, after);
}

/**
 * Notes down whose relations this profile may decide: those of the notes that share a term of it that is rare now or was
 * before, and of the neighbours in its tags' lists. Asked while the note is among them.
 */
function noteNeighbours(ask: Asking, profile: Profile): void {
  const note = (uuid: string) => ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', uuid);
  note(profile.uuid);
  for (const [term] of profile.terms) {
    const holders = holding(ask, term, rare + 2);
    if (holders.length <= rare + 1) holders.forEach(note);
  }
  for (const tag of profile.tags) alongside(ask, tag, profile.newest).forEach(note);
}

function putProfile(ask: Asking, uuid: string, json: string | undefined): void {
  if (json === undefined) ask.run('DELETE FROM profiles WHERE uuid = ?', uuid);
  else ask.run('INSERT OR REPLACE INTO profiles VALUES (?, ?)', uuid, json);
}

/** In the order in which they are kept, which takes a fraction of the time. */
function putHolders(ask: Asking, holding: ReadonlyMap<string, readonly Profile[]>): void {
  for (const [term, profiles] of [...holding].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const uuids = JSON.stringify(profiles.map(({ uuid }) => uuid));
    ask.run('INSERT INTO holders SELECT ?, value FROM json_each(?)', term, uuids);
  }
}

/** While a snapshot is made from nothing: who holds which term is written when all notes are there. */
export function isEveryNoteUnrelated(ask: Asking): boolean {
  return ask.one('SELECT 1 FROM unrelated WHERE uuid = ?', everyNote) !== undefined;
}

/** Every note's relations are to be found anew. */
export function computeAllRelatedLater(ask: Asking): void {
  ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', everyNote);
}

/** Whether relations are to be found anew. */
export function isUnrelated(ask: Asking): boolean {
  return ask.one('SELECT 1 FROM unrelated LIMIT 1') !== undefined;
}

/**
 * Finds the relations that changes may have changed. `mark` hears of the pages that show those that did, where a release
 * is followed.
 */
export function relate(ask: Asking, mark: ((address: string) => void) | undefined): void {
  if (isEveryNoteUnrelated(ask)) relateAll(ask);
  else relateNoted(ask, mark);
  ask.run('DELETE FROM unrelated');
}

function relateAll(ask: Asking): void {
  const among = inMemory(ask);
  putHolders(ask, among.holding);
  const nearest = nearestAmong(among);
  for (const profile of among.profiles) putRelations(ask, profile.uuid, nearest(profile));
  everyNoteWaits(ask);
}

function relateNoted(ask: Asking, mark: ((address: string) => void) | undefined): void {
  const noted = ask.all<{ uuid: string }>('SELECT uuid FROM unrelated ORDER BY uuid').map(({ uuid }) => uuid);
  const among = noted.length > many ? inMemory(ask) : inDatabase(ask);
  const nearest = nearestAmong(among);
  for (const uuid of noted) {
    const profile = among.profile(uuid);
    const before = ask.all<Relation>('SELECT other AS uuid, why FROM related WHERE uuid = ? ORDER BY place', uuid);
    const after = profile ? nearest(profile) : [];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    ask.run('DELETE FROM related WHERE uuid = ?', uuid);
    putRelations(ask, uuid, after);
    // Relations are in a note's entry of the index as well.
    noteWaits(ask, uuid);
    const note = ask.one<{ uuid: string; slug: string }>('SELECT uuid, slug FROM notes WHERE uuid = ?', uuid);
    if (note) mark?.(paths.note(note));
  }
}

function putRelations(ask: Asking, uuid: string, relations: readonly Relation[]): void {
  relations.forEach((one, place) => ask.run('INSERT INTO related VALUES (?, ?, ?, ?)', uuid, place, one.uuid, one.why));
}
