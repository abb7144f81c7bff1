import { isShown } from '../../discussion/model/thread.ts';
import { isPublic, isPublished } from '../../notes/model/note-access.ts';
import { keys, changeOf } from '../../platform/server/store/keys.ts';
import { type Records, ExpectedIndexes, type StoreContents, type Finding } from './store-contents.ts';
import { limits } from '../../platform/model/limits.ts';
import { entriesOf } from '../../notes/server/store/note-indexes.ts';
import { collectionsIn } from './check-collections.ts';

/** Checks that every thread is a tree of its own note's comments, and that its indexes agree. */
export function checkThreads(stored: StoreContents, { comments, notes, deleted, users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
  const inPublic = new Set(notes.filter(isPublic).map(({ uuid }) => uuid));
  const findings: Finding[] = [];
  const known = new Set([...notes, ...deleted].map(({ uuid }) => uuid));
  const answered = new Set([...comments.values()].map(({ parent }) => parent));
  for (const comment of comments.values()) {
    const { id, noteUuid, parent, path, authorId, createdAt, deletedAt } = comment;
    const wrong = (says: string) => findings.push({ key: keys.comment(id), says });
    const above = parent === null ? undefined : comments.get(parent);
    if (!known.has(noteUuid)) wrong(`is about the note ${noteUuid}, which never was`);
    if (deletedAt === null && !users.has(authorId)) wrong(`has the author ${authorId}, who is gone`);
    if (parent !== null && !above) wrong(`answers ${parent}, which is gone`);
    if (above && above.noteUuid !== noteUuid) wrong(`answers ${parent}, which is about another note`);
    if (above && !path.startsWith(above.path.slice(0, path.length - 32))) wrong('is not below what it answers');
    if (!path.endsWith(id.replaceAll('-', ''))) wrong('has a path that does not end with it');
    if (parent === id) wrong('answers itself');
    if (deletedAt !== null && !answered.has(id)) wrong('is deleted, and nothing answers it');
    expected.score(keys.thread(noteUuid), path, 0);
    if (parent !== null) expected.member(keys.replies(parent), id);
    if (deletedAt === null) expected.score(keys.authorComments(authorId), id, Date.parse(createdAt));
    if (!isShown(comment)) continue;
    if (inPublic.has(noteUuid)) expected.score(keys.authorPublicComments(authorId), id, Date.parse(createdAt));
    const voters = stored.get(keys.voters(id));
    expected.score(keys.threadTimes(noteUuid), id, Date.parse(createdAt));
    expected.score(keys.threadAuthors(noteUuid), `${authorId}:${id}`, 0);
    expected.score(keys.threadVotes(noteUuid), id, voters?.type === 'set' ? voters.members.size : 0);
  }
  return [
    ...findings,
    ...expected.compared(stored, /^(thread:[^:]+(:times|:votes|:authors)?$|replies:|comments:author:)/),
  ];
}

/** Checks that votes and saves agree in both directions, and that both ends exist. */
export function checkVotes(stored: StoreContents, { notes, binned, comments, users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
  const subjects = new Set([...notes, ...binned].map(({ uuid }) => uuid).concat(...comments.keys()));
  const authors = new Map([...notes, ...binned].map(({ uuid, authorId }) => [uuid, authorId]));
  const findings: Finding[] = [];
  for (const [key, held] of stored) {
    if (held.type !== 'zset') continue;
    const voter = /^votes:(.+)$/.exec(key)?.[1];
    const reader = /^reading:([^:]+)$/.exec(key)?.[1];
    for (const subject of held.scores.keys()) {
      if (voter && users.has(voter) && subjects.has(subject)) expected.member(keys.voters(subject), voter);
      const author = authors.get(subject);
      if (reader && users.has(reader) && author && author !== reader) expected.member(keys.savers(subject), reader);
    }
    if (reader) findings.push(...checkPlaces(stored, key, [...held.scores.keys()]));
  }
  return [...findings, ...expected.compared(stored, /^(voters|savers):/)];
}

/** Checks that each saved note is in exactly one state, or in none and starred. */
function checkPlaces(stored: StoreContents, list: string, saved: string[]): Finding[] {
  const placed = ['toread', 'reading', 'archived'].flatMap((state) => {
    const held = stored.get(`${list}:${state}`);
    return held?.type === 'zset' ? [...held.scores.keys()] : [];
  });
  const stars = stored.get(`${list}:favourites`);
  const starred = stars?.type === 'set' ? [...stars.members] : [];
  const all = new Set([...placed, ...starred]);
  const exact =
    new Set(placed).size === placed.length && all.size === saved.length && saved.every((uuid) => all.has(uuid));
  return exact ? [] : [{ key: list, says: 'holds notes that are in no state and not starred, or in two states' }];
}

/** Checks that lists, tags, rankings, links, the bin and the change log agree with the notes, and that authors exist. */
export function checkNotes(stored: StoreContents, { notes, deleted, binned, users }: Records): Finding[] {
  const expected = new ExpectedIndexes();
  const findings: Finding[] = [];
  for (const note of notes) {
    const { uuid, authorId } = note;
    if (!users.has(authorId)) findings.push({ key: keys.note(uuid), says: `has the author ${authorId}, who is gone` });
    const votes = sizeOf(stored, keys.voters(uuid));
    const saves = sizeOf(stored, keys.savers(uuid));
    const comments = sizeOf(stored, keys.threadTimes(uuid));
    for (const { key, member, score } of entriesOf(note, { votes, saves, comments }))
      expected.score(key, member, score);
  }
  const inBin = new Map(deleted.filter((note) => note.binned).map((note) => [note.uuid, note]));
  for (const { uuid, authorId } of binned) {
    const tombstone = inBin.get(uuid);
    inBin.delete(uuid);
    if (!tombstone) findings.push({ key: keys.binned(uuid), says: 'is in the bin, and not deleted' });
    const at = Date.parse(tombstone?.deletedAt ?? '') || 0;
    for (const bin of [keys.bins, keys.bin(authorId)]) expected.score(bin, uuid, at);
  }
  for (const uuid of inBin.keys()) findings.push({ key: keys.note(uuid), says: 'should be in the bin, and is not' });
  const linked = new Set([...notes, ...binned].filter(({ url }) => url !== null).map(({ uuid }) => uuid));
  for (const key of stored.keys()) {
    const uuid = /^(?:copy|highlights):([^:]+)(?::former)?$/.exec(key)?.[1];
    if (uuid !== undefined && !linked.has(uuid)) findings.push({ key, says: 'belongs to no note with a link' });
  }
  const live = new Map([...notes, ...binned].map((note) => [note.uuid, note]));
  for (const [key, held] of stored) {
    const [, kind, uuid] = /^(revisions|imported:note|former:of):(.+)$/.exec(key) ?? [];
    if (uuid === undefined) continue;
    const note = live.get(uuid);
    if (kind === 'former:of' && note && held.type === 'list')
      for (const title of held.value) expected.score(keys.authorFormerTitles(note.authorId), `${title}\n${uuid}`, 0);
    if (!note) findings.push({ key, says: 'belongs to no note' });
    if (kind !== 'revisions') continue;
    if (held.type !== 'list' || held.value.length >= limits.revisions.count)
      findings.push({ key, says: 'keeps too much' });
  }
  return [
    ...findings,
    ...expected.compared(stored, /^(notes|rank|links|bin:of|former:titles):|^bin:all$/),
    ...checkLog(stored, notes),
  ];
}

/** Checks the change log, which builds follow: it has everything published, and head is its last revision. */
function checkLog(stored: StoreContents, notes: Records['notes']): Finding[] {
  const log = stored.get(keys.changes);
  const revisions = log?.type === 'zset' ? log.scores : new Map<string, number>();
  const head = stored.get(keys.head);
  const last = Math.max(0, ...revisions.values());
  const unlogged = notes.filter((note) => isPublished(note) && !revisions.has(changeOf.note(note.uuid)));
  const findings = unlogged.map(({ uuid }): Finding => ({ key: keys.note(uuid), says: 'is not in the change log' }));
  if ((head?.type === 'string' ? Number(head.value) : 0) < last) {
    findings.push({ key: keys.head, says: `is behind the last change, ${last}` });
  }
  if (new Set(revisions.values()).size < revisions.size) {
    findings.push({ key: keys.changes, says: 'holds two changes of one revision' });
  }
  return findings;
}

/** Checks that the log of a person's library has everything in it, since derived data follows this log. */
export function checkLibraries(stored: StoreContents, { notes, comments, users }: Records): Finding[] {
  const had = new Map<string, Set<string>>();
  const have = (userId: string, uuid: string) => had.set(userId, (had.get(userId) ?? new Set<string>()).add(uuid));
  for (const { authorId, uuid } of notes) have(authorId, uuid);
  for (const comment of comments.values()) if (isShown(comment)) have(comment.authorId, comment.noteUuid);
  for (const [key, held] of stored) {
    const reader = /^reading:([^:]+)$/.exec(key)?.[1];
    if (reader && held.type === 'zset') for (const uuid of held.scores.keys()) have(reader, uuid);
  }
  for (const { ownerId, uuids, deletedAt } of collectionsIn(stored).collections) {
    if (deletedAt === undefined) for (const uuid of uuids.keys()) have(ownerId, uuid);
  }
  return [...had].flatMap(([userId, uuids]): Finding[] => {
    const key = keys.libraryChanges(userId);
    const log = stored.get(key);
    const scores = new Map(log?.type === 'zset' ? log.scores : []);
    const missing = [...uuids].filter((uuid) => !scores.has(uuid));
    if (missing.length === 0 || users.get(userId)?.deletedAt !== undefined) return [];
    let last = Math.max(0, ...scores.values());
    for (const uuid of missing) scores.set(uuid, (last += 1));
    return [{ key, says: 'does not have all of a library', repair: { type: 'zset', scores } }];
  });
}

function sizeOf(stored: StoreContents, key: string): number {
  const held = stored.get(key);
  if (held?.type === 'set') return held.members.size;
  return held?.type === 'zset' ? held.scores.size : 0;
}

/** Checks that only public notes that models may read have vectors, and that the log has every change of them. */
export function checkVectors(stored: StoreContents, { notes }: Records): Finding[] {
  const held = stored.get(keys.vectors);
  if (held?.type !== 'hash') return [];
  const may = new Set(notes.filter((note) => isPublic(note) && !note.noModel).map(({ uuid }) => uuid));
  const log = stored.get(keys.vectorLog);
  const scores = new Map(log?.type === 'zset' ? log.scores : []);
  const kept: string[] = [];
  let unlogged = 0;
  const newest = Math.max(0, ...scores.values());
  for (let at = 0; at < held.value.length; at += 2) {
    const [uuid = '', vector = ''] = held.value.slice(at, at + 2);
    const stays = may.has(uuid);
    if (stays) kept.push(uuid, vector);
    if (!stays || !scores.has(uuid)) scores.set(uuid, newest + (unlogged += 1));
  }
  if (unlogged === 0) return [];
  const findings: Finding[] = [
    { key: keys.vectorLog, says: 'does not have every change of a vector', repair: { type: 'zset', scores } },
  ];
  if (kept.length === held.value.length) return findings;
  return [
    { key: keys.vectors, says: 'holds vectors of notes that may have none', repair: { type: 'hash', value: kept } },
    ...findings,
  ];
}
