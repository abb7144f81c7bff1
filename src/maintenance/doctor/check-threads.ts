import { isShown } from '../../discussion/model/comment.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { StoredValue, Records } from './everything.ts';

/** A count is raised by what is sent and measured once a day: it may be wrong by so much in between. */
const mayMiss = (bytes: number) => 1024 * 1024 + bytes / 4;

/** What is counted of people's storage is about what they have. */
export function checkStorage(stored: Everything, { users, notes, comments }: Records): Finding[] {
  const counts = [...stored].flatMap(([key, held]) => {
    const userId = /^user:([^:]+):bytes$/.exec(key)?.[1];
    return userId === undefined ? [] : [{ key, userId, ...countIn(held) }];
  });
  if (counts.length === 0) return [];
  const sizes = new Map<string, number>();
  const add = (userId: string, names: string[]) => {
    const bytes = names.reduce((sum, name) => sum + sizeOf(stored.get(name)), 0);
    sizes.set(userId, (sizes.get(userId) ?? 0) + bytes);
  };
  for (const { uuid, authorId } of notes) {
    const own = [keys.copy(uuid), keys.highlights(uuid), keys.revisions(uuid), keys.noteImported(uuid)];
    add(authorId, [keys.note(uuid), ...own]);
  }
  for (const { id, authorId, deletedAt } of comments.values()) {
    if (deletedAt === null) add(authorId, [keys.comment(id), keys.edits(id)]);
  }
  return counts.flatMap(({ key, userId, bytes, at }): Finding[] => {
    add(userId, [keys.drafts(userId)]);
    const real = sizes.get(userId) ?? 0;
    if (!users.has(userId))
      return [{ key, says: `belongs to ${userId}, who is gone`, repair: { type: 'hash', value: [] } }];
    if (Math.abs(real - bytes) <= mayMiss(real)) return [];
    const says = `counts ${bytes} bytes where there are ${real}`;
    return [
      {
        key,
        says,
        repair: { type: 'hash', value: ['bytes', String(real), 'measured', String(real), 'at', String(at)] },
      },
    ];
  });
}

function countIn(held: StoredValue): { bytes: number; at: number } {
  const fields = held.type === 'hash' ? held.value : [];
  const field = (name: string) => Number(fields[fields.indexOf(name) + 1] ?? 0);
  return { bytes: field('bytes'), at: field('at') };
}

/** As Redis counts them: texts, the values of hashes and what is in lists. */
function sizeOf(held: StoredValue | undefined): number {
  if (held?.type === 'string') return Buffer.byteLength(held.value);
  if (held?.type === 'list') return held.value.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  if (held?.type !== 'hash') return 0;
  return held.value.reduce((sum, each, at) => sum + (at % 2 === 1 ? Buffer.byteLength(each) : 0), 0);
}

/** Every thread is a tree of its own note's comments, and its indexes agree with them. */
export function checkThreads(stored: Everything, { comments, notes, deleted, users }: Records): Finding[] {
  const expected = new Expected();
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
    expected.score(keys.threadVotes(noteUuid), id, voters?.type === 'set' ? voters.members.size : 0);
  }
  return [...findings, ...expected.compared(stored, /^(thread:[^:]+(:times|:votes)?$|replies:|comments:author:)/)];
}

/** Votes and saves are the same seen from the person and from what is voted for or saved, and both exist. */
export function checkVotes(stored: Everything, { notes, comments, users }: Records): Finding[] {
  const expected = new Expected();
  const subjects = new Set([...notes.map(({ uuid }) => uuid), ...comments.keys()]);
  const saved = new Set(notes.map(({ uuid }) => uuid));
  const findings: Finding[] = [];
  for (const [key, held] of stored) {
    if (held.type !== 'zset') continue;
    const voter = /^votes:(.+)$/.exec(key)?.[1];
    const reader = /^reading:([^:]+)$/.exec(key)?.[1];
    for (const subject of held.scores.keys()) {
      if (voter && users.has(voter) && subjects.has(subject)) expected.member(keys.voters(subject), voter);
      if (reader && users.has(reader) && saved.has(subject)) expected.member(keys.savers(subject), reader);
    }
    if (reader) findings.push(...checkPlaces(stored, key, [...held.scores.keys()]));
  }
  return [...findings, ...expected.compared(stored, /^(voters|savers):/)];
}

/** Each saved note is in exactly one state. */
function checkPlaces(stored: Everything, list: string, saved: string[]): Finding[] {
  const placed = ['toread', 'reading', 'archived'].flatMap((state) => {
    const held = stored.get(`${list}:${state}`);
    return held?.type === 'zset' ? [...held.scores.keys()] : [];
  });
  const exact = placed.length === saved.length && saved.every((uuid) => placed.includes(uuid));
  return exact ? [] : [{ key: list, says: 'holds notes that are in no state, or in two' }];
}
