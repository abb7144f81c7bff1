import {
  maxRelated,
  maxTermNotes,
  type Neighbours,
  type Profile,
  nearestAmong,
  type Relation,
} from '../../../notes/model/related.ts';
import { memoized } from '../../../platform/model/memoized.ts';
import type { Queries } from './rows.ts';
import { paths } from '../../../platform/model/paths.ts';
import { queueAllNotes, queueNote } from '../search-files/files.ts';
import type { SyncStep } from './sizes.ts';

/** What a public note is compared by, as last written. */
function profileJson(ask: Queries, uuid: string): string | undefined {
  return ask.one<{ json: string }>('SELECT json FROM profiles WHERE uuid = ?', uuid)?.json;
}

/** Notes with a term, at most `max`. */
function holding(ask: Queries, term: string, max: number): string[] {
  return ask.all<{ uuid: string }>('SELECT uuid FROM holders WHERE term = ? LIMIT ?', term, max).map((row) => row.uuid);
}

/** The neighbours of a place in a tag's list. */
function alongside(ask: Queries, tag: string, newest: string): string[] {
  const rows = [
    ...ask.all(
      'SELECT newest FROM tagged WHERE tag = ? AND newest < ? ORDER BY newest DESC LIMIT ?',
      tag,
      newest,
      maxRelated,
    ),
    ...ask.all(
      'SELECT newest FROM tagged WHERE tag = ? AND newest > ? ORDER BY newest LIMIT ?',
      tag,
      newest,
      maxRelated,
    ),
  ] as { newest: string }[];
  return rows.map((row) => noteAt(row.newest));
}

/** A position in a list ends with the note's uuid. */
const noteAt = (newest: string) => newest.slice(newest.lastIndexOf(' ') + 1);

/** The profiles of a snapshot, and how they are found. */
type Profiles = Neighbours & { profile(uuid: string): Profile | undefined };

/** For a few notes. Neighbours mostly need the same profiles, so each is read once. */
function inDatabase(ask: Queries): Profiles {
  const profile = memoized((uuid: string) => {
    const json = profileJson(ask, uuid);
    return json === undefined ? undefined : (JSON.parse(json) as Profile);
  });
  const profiles = (uuids: readonly string[]) => uuids.map(profile).filter((found) => found !== undefined);
  return {
    profile,
    holders(term) {
      const found = holding(ask, term, maxTermNotes + 1);
      return found.length > maxTermNotes ? undefined : profiles(found);
    },
    alongside: (tag, newest) => profiles(alongside(ask, tag, newest)),
  };
}

/** For many notes: all profiles are read once. `profiles`, and those in `holding` for each term, are sorted by uuid. */
function inMemory(ask: Queries): Profiles & { profiles: Profile[]; holding: Map<string, Profile[]> } {
  const rows = ask.all<{ json: string }>('SELECT json FROM profiles ORDER BY uuid');
  const profiles = rows.map(({ json }) => JSON.parse(json) as Profile);
  const byUuid = new Map(profiles.map((profile) => [profile.uuid, profile]));
  const holding = new Map<string, Profile[]>();
  for (const profile of profiles) for (const [term] of profile.terms) addTo(holding, term, profile);
  const lists = new Map<string, Profile[]>();
  for (const profile of profiles.toSorted((a, b) => (a.newest < b.newest ? -1 : 1)))
    for (const tag of profile.tags) addTo(lists, tag, profile);
  return {
    profiles,
    holding,
    profile: (uuid) => byUuid.get(uuid),
    holders(term) {
      const found = holding.get(term) ?? [];
      return found.length > maxTermNotes ? undefined : found;
    },
    alongside(tag, newest) {
      const list = lists.get(tag) ?? [];
      const place = placeIn(list, newest);
      const after = list[place]?.newest === newest ? place + 1 : place;
      return [...list.slice(Math.max(0, place - maxRelated), place), ...list.slice(after, after + maxRelated)];
    },
  };
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** How many of a list, oldest first, are before this position. */
function placeIn(list: readonly Profile[], newest: string): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.newest < newest) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The tables that are emptied when a snapshot starts again from scratch. */
export const relatedTableNames = ['profiles', 'holders', 'related', 'unrelated'] as const;

/** Means every note, while a snapshot is made from scratch. */
const everyNote = '*';
/** From this number on, holding all profiles in memory is cheaper than querying each. */
const many = 300;

/**
 * Replaces a note's profile (JSON; undefined if the note is not public) around `change`, which updates the lists of its
 * tags: its neighbours before and after may get other relations.
 */
export function updateProfile(
  { ask, fromNothing }: SyncStep,
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
 * Records the notes whose relations this profile may change: those that share a term with it that is rare, now or before,
 * and its neighbours in the lists of its tags. Called while the note is in these.
 */
function noteNeighbours(ask: Queries, profile: Profile): void {
  const note = (uuid: string) => ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', uuid);
  note(profile.uuid);
  for (const [term] of profile.terms) {
    const holders = holding(ask, term, maxTermNotes + 2);
    if (holders.length <= maxTermNotes + 1) holders.forEach(note);
  }
  for (const tag of profile.tags) alongside(ask, tag, profile.newest).forEach(note);
}

function putProfile(ask: Queries, uuid: string, json: string | undefined): void {
  if (json === undefined) ask.run('DELETE FROM profiles WHERE uuid = ?', uuid);
  else ask.run('INSERT OR REPLACE INTO profiles VALUES (?, ?)', uuid, json);
}

/** In the order in which they are stored, which takes a fraction of the time. */
function putHolders(ask: Queries, holding: ReadonlyMap<string, readonly Profile[]>): void {
  for (const [term, profiles] of [...holding].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const uuids = JSON.stringify(profiles.map(({ uuid }) => uuid));
    ask.run('INSERT INTO holders SELECT ?, value FROM json_each(?)', term, uuids);
  }
}

/** Whether a snapshot is being made from scratch: then the holders of terms are written once all notes are there. */
export function isEveryNoteUnrelated(ask: Queries): boolean {
  return ask.one('SELECT 1 FROM unrelated WHERE uuid = ?', everyNote) !== undefined;
}

/** Records that every note's relations have to be found again. */
export function computeAllRelatedLater(ask: Queries): void {
  ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', everyNote);
}

/** Whether any relations have to be found again. */
export function isUnrelated(ask: Queries): boolean {
  return ask.one('SELECT 1 FROM unrelated LIMIT 1') !== undefined;
}

/**
 * Finds the relations that changes may have changed. While a release is followed, `mark` receives the pages that show
 * those that did.
 */
export function updateRelations(ask: Queries, mark: ((address: string) => void) | undefined): void {
  if (isEveryNoteUnrelated(ask)) relateAll(ask);
  else relateNoted(ask, mark);
  ask.run('DELETE FROM unrelated');
}

function relateAll(ask: Queries): void {
  const among = inMemory(ask);
  putHolders(ask, among.holding);
  const nearest = nearestAmong(among);
  for (const profile of among.profiles) putRelations(ask, profile.uuid, nearest(profile));
  queueAllNotes(ask);
}

function relateNoted(ask: Queries, mark: ((address: string) => void) | undefined): void {
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
    // A note's entry in the index contains its relations too.
    queueNote(ask, uuid);
    const note = ask.one<{ uuid: string; slug: string }>('SELECT uuid, slug FROM notes WHERE uuid = ?', uuid);
    if (note) mark?.(paths.note(note));
  }
}

function putRelations(ask: Queries, uuid: string, relations: readonly Relation[]): void {
  relations.forEach((one, place) => ask.run('INSERT INTO related VALUES (?, ?, ?, ?)', uuid, place, one.uuid, one.why));
}
