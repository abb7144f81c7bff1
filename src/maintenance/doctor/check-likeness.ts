import { keys } from '../../platform/server/store/keys.ts';
import { likenessOf } from '../../people/server/store/likeness.ts';
import { toStored } from '../../platform/server/store/stored.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './everything.ts';
import { isPublic } from '../../notes/model/note-access.ts';

/** Everyone is listed under what their names look like, and whoever came second says whose name it was first. */
export function checkLikeness(stored: Everything, { users }: Records): Finding[] {
  const expected = new Expected();
  for (const user of users.values()) {
    for (const look of likenessOf(user)) {
      const held = stored.get(keys.alike(look));
      const since = held?.type === 'zset' ? held.scores.get(user.id) : undefined;
      // Since when somebody is called so is known from the index alone; without it, they always were.
      expected.score(keys.alike(look), user.id, since ?? Date.parse(user.createdAt));
      expected.member(keys.userAlike(user.id), look);
    }
  }
  const findings = expected.compared(stored, /^(alike:|user:[^:]+:alike$)/);
  for (const user of users.values()) {
    const firsts = likenessOf(user).flatMap((look) => {
      const index = expected.indexes.get(keys.alike(look));
      const [first] = index?.type === 'zset' ? [...index.scores].sort(earlier) : [];
      return first && first[0] !== user.id ? [first] : [];
    });
    const [original] = firsts.sort(earlier);
    const unlike = original && users.get(original[0])?.handle;
    if (unlike === user.unlike) continue;
    const { unlike: _, ...rest } = user;
    const value = toStored({ ...rest, ...(unlike !== undefined && { unlike }) });
    const says = unlike === undefined ? 'is marked as like somebody' : `is not marked as like @${unlike}`;
    findings.push({ key: keys.user(user.id), says, repair: { type: 'string', value } });
  }
  return findings;
}

type Scored = [id: string, since: number];

function earlier([one, since]: Scored, [other, otherSince]: Scored): number {
  return since - otherSince || (one < other ? -1 : 1);
}

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
