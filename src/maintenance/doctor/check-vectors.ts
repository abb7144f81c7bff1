import { isPublic } from '../../notes/model/note-access.ts';
import { keys } from '../../platform/server/store/keys.ts';
import type { Everything, Finding } from './indexes.ts';
import type { Records } from './records.ts';

/** Only public notes that are not kept from models have vectors, and whoever follows their changes hears of each. */
export function checkVectors(stored: Everything, { notes }: Records): Finding[] {
  const held = stored.get(keys.vectors);
  if (held?.type !== 'hash') return [];
  const may = new Set(notes.filter((note) => isPublic(note) && !note.noModel).map(({ uuid }) => uuid));
  const log = stored.get(keys.vectorLog);
  const scores = new Map(log?.type === 'zset' ? log.scores : []);
  const kept: string[] = [];
  let unheard = 0;
  const newest = Math.max(0, ...scores.values());
  for (let at = 0; at < held.value.length; at += 2) {
    const [uuid = '', vector = ''] = held.value.slice(at, at + 2);
    const stays = may.has(uuid);
    if (stays) kept.push(uuid, vector);
    if (!stays || !scores.has(uuid)) scores.set(uuid, newest + (unheard += 1));
  }
  if (unheard === 0) return [];
  const findings: Finding[] = [
    { key: keys.vectorLog, says: 'does not have every change of a vector', repair: { type: 'zset', scores } },
  ];
  if (kept.length === held.value.length) return findings;
  return [
    { key: keys.vectors, says: 'holds vectors of notes that may have none', repair: { type: 'hash', value: kept } },
    ...findings,
  ];
}
