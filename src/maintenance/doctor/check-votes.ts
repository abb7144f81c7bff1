import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './records.ts';

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
