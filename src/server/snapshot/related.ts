import { beside, rare, relatedTo, type Neighbours, type Profile, type Relation } from '../../domain/related.ts';
import { paths } from '../../domain/paths.ts';
import type { PublishedNote } from '../../domain/published-note.ts';
import type { WeightedTerm } from '../assistant/terms.ts';
import { noteWaits } from '../search/index-notes.ts';
import type { Asking, NoteRow } from './rows.ts';

/** The tables that are emptied when a snapshot starts again from nothing. */
export const relatedTableNames = ['profiles', 'holders', 'related', 'unrelated'] as const;

/** Stands for every note, while a snapshot is made from nothing. */
const everyNote = '*';
/** From so many on it is cheaper to hold all profiles in memory than to ask for each. */
const many = 300;

/** What a public note is compared with others by. */
export function profileFrom({ uuid, newest }: NoteRow, { note, aid }: PublishedNote, terms: WeightedTerm[]): Profile {
  return {
    uuid,
    newest,
    language: aid?.language,
    tags: note.tags,
    terms: terms.map(({ term, weight, word }) => [term, weight, word]),
  };
}

/**
 * Puts a profile (none: the note is not public) in the place of the one that the note has, around the `change` of what
 * lists it under its tags.
 */
export function reprofile(ask: Asking, uuid: string, profile: Profile | undefined, change: () => void): void {
  const before = profileOf(ask, uuid);
  if (JSON.stringify(before) === JSON.stringify(profile)) return change();
  if (before) {
    noteNeighbours(ask, before);
    dropProfile(ask, before);
  }
  change();
  if (!profile) return;
  putProfile(ask, profile);
  noteNeighbours(ask, profile);
}

/**
 * Notes down whose relations this profile may decide: those of the notes that share a term of it that is rare now or was
 * before, and of the neighbours in its tags' lists. Asked while the note is among them.
 */
function noteNeighbours(ask: Asking, profile: Profile): void {
  if (ask.one('SELECT 1 FROM unrelated WHERE uuid = ?', everyNote)) return;
  const note = (uuid: string) => ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', uuid);
  note(profile.uuid);
  for (const [term] of profile.terms) {
    const holders = holding(ask, term, rare + 2);
    if (holders.length <= rare + 1) holders.forEach(note);
  }
  for (const tag of profile.tags) alongside(ask, tag, profile.newest).forEach(note);
}

function putProfile(ask: Asking, profile: Profile): void {
  ask.run('INSERT INTO profiles VALUES (?, ?)', profile.uuid, JSON.stringify(profile));
  for (const [term] of profile.terms) ask.run('INSERT INTO holders VALUES (?, ?)', term, profile.uuid);
}

function dropProfile(ask: Asking, profile: Profile): void {
  ask.run('DELETE FROM profiles WHERE uuid = ?', profile.uuid);
  for (const [term] of profile.terms) ask.run('DELETE FROM holders WHERE term = ? AND uuid = ?', term, profile.uuid);
}

function profileOf(ask: Asking, uuid: string): Profile | undefined {
  const row = ask.one<{ json: string }>('SELECT json FROM profiles WHERE uuid = ?', uuid);
  return row && (JSON.parse(row.json) as Profile);
}

/** Every note's relations are to be found anew. */
export function relateEverything(ask: Asking): void {
  ask.run('INSERT OR IGNORE INTO unrelated VALUES (?)', everyNote);
}

/** Whether relations are to be found anew. */
export function isUnrelated(ask: Asking): boolean {
  return ask.one('SELECT 1 FROM unrelated LIMIT 1') !== undefined;
}

/** Finds the relations that changes may have changed; the pages of those that did are marked, and their entries of the index wait. */
export function relate(ask: Asking, mark: (address: string) => void): void {
  const noted = ask.all<{ uuid: string }>('SELECT uuid FROM unrelated ORDER BY uuid').map(({ uuid }) => uuid);
  const all = noted.includes(everyNote);
  const among = all || noted.length > many ? inMemory(ask) : inDatabase(ask);
  const none = ask.one('SELECT 1 FROM related LIMIT 1') === undefined;
  const uuids = all ? ask.all<{ uuid: string }>('SELECT uuid FROM profiles').map(({ uuid }) => uuid) : noted;
  for (const uuid of uuids) {
    const profile = among.profile(uuid);
    const before = none
      ? []
      : ask.all<Relation>('SELECT other AS uuid, why FROM related WHERE uuid = ? ORDER BY place', uuid);
    const after = profile ? relatedTo(profile, among) : [];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    ask.run('DELETE FROM related WHERE uuid = ?', uuid);
    after.forEach((one, place) => ask.run('INSERT INTO related VALUES (?, ?, ?, ?)', uuid, place, one.uuid, one.why));
    noteWaits(ask, uuid);
    const note = ask.one<{ uuid: string; slug: string }>('SELECT uuid, slug FROM notes WHERE uuid = ?', uuid);
    if (note) mark(paths.note(note));
  }
  ask.run('DELETE FROM unrelated');
}

function holding(ask: Asking, term: string, most: number): string[] {
  return ask
    .all<{ uuid: string }>('SELECT uuid FROM holders WHERE term = ? LIMIT ?', term, most)
    .map((row) => row.uuid);
}

function alongside(ask: Asking, tag: string, newest: string): string[] {
  const rows = [
    ...ask.all(
      'SELECT newest FROM tagged WHERE tag = ? AND newest < ? ORDER BY newest DESC LIMIT ?',
      tag,
      newest,
      beside,
    ),
    ...ask.all('SELECT newest FROM tagged WHERE tag = ? AND newest > ? ORDER BY newest LIMIT ?', tag, newest, beside),
  ] as { newest: string }[];
  // A place in a list ends with the note's uuid.
  return rows.map((row) => row.newest.slice(row.newest.lastIndexOf(' ') + 1));
}

/** What one looks at, its neighbours look at too: each question is asked once. */
function inDatabase(ask: Asking): Neighbours {
  return {
    profile: remembered((uuid) => profileOf(ask, uuid)),
    holders: remembered((term) => {
      const found = holding(ask, term, rare + 1);
      return found.length > rare ? undefined : found;
    }),
    alongside: (tag, newest) => alongside(ask, tag, newest),
  };
}

function remembered<Found>(find: (key: string) => Found): (key: string) => Found {
  const known = new Map<string, Found>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as Found;
    const fresh = find(key);
    known.set(key, fresh);
    return fresh;
  };
}

function inMemory(ask: Asking): Neighbours {
  const profiles = new Map<string, Profile>();
  const holders = new Map<string, string[]>();
  for (const { json } of ask.all<{ json: string }>('SELECT json FROM profiles')) {
    const profile = JSON.parse(json) as Profile;
    profiles.set(profile.uuid, profile);
    for (const [term] of profile.terms) {
      const known = holders.get(term);
      if (known) known.push(profile.uuid);
      else holders.set(term, [profile.uuid]);
    }
  }
  return {
    profile: (uuid) => profiles.get(uuid),
    holders(term) {
      const found = holders.get(term) ?? [];
      return found.length > rare ? undefined : found;
    },
    alongside: (tag, newest) => alongside(ask, tag, newest),
  };
}
