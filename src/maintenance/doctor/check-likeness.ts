import { keys } from '../../platform/server/store/keys.ts';
import { likenessOf } from '../../people/server/store/likeness.ts';
import { toStored } from '../../platform/server/store/stored.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './everything.ts';

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
