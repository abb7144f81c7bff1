import { isShown } from '../../discussion/model/comment.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './everything.ts';

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
    expected.score(keys.threadAuthors(noteUuid), `${authorId}:${id}`, 0);
    expected.score(keys.threadVotes(noteUuid), id, voters?.type === 'set' ? voters.members.size : 0);
  }
  return [
    ...findings,
    ...expected.compared(stored, /^(thread:[^:]+(:times|:votes|:authors)?$|replies:|comments:author:)/),
  ];
}

/** Votes and saves are the same seen from the person and from what is voted for or saved, and both exist. */
export function checkVotes(stored: Everything, { notes, binned, comments, users }: Records): Finding[] {
  const expected = new Expected();
  const subjects = new Set([...notes, ...binned].map(({ uuid }) => uuid).concat(...comments.keys()));
  const saved = new Set([...notes, ...binned].map(({ uuid }) => uuid));
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
