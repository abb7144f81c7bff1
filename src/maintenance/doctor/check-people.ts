import { keys } from '../../platform/server/store/keys.ts';
import { Expected, type Everything, type Finding } from './indexes.ts';
import type { Records } from './records.ts';

/** Handles and addresses lead to their people, present handles are listed, and sessions and passwords belong to someone. */
export function checkPeople(stored: Everything, { users }: Records): Finding[] {
  const findings: Finding[] = [];
  const expected = new Expected();
  for (const { id, handle, email, deletedAt } of users.values()) {
    if (deletedAt === undefined) expected.score(keys.handles, handle, 0);
    for (const key of [keys.handle(handle), ...(email === undefined ? [] : [keys.email(email)])]) {
      const held = stored.get(key);
      if (held?.type !== 'string' || held.value !== id) findings.push({ key, says: `does not lead to ${id}` });
    }
  }
  for (const [key, held] of stored) {
    const owner = /^user:([^:]+):(?:password|factor|factor:codes)$/.exec(key)?.[1] ?? sessionOwner(key, held);
    if (owner !== undefined && !users.has(owner)) findings.push({ key, says: `belongs to ${owner}, who is gone` });
  }
  return [...findings, ...expected.compared(stored, /^people:/), ...checkWeekly(stored, users)];
}

/** Whoever gets the weekly mail is here. */
function checkWeekly(stored: Everything, users: Records['users']): Finding[] {
  const held = stored.get(keys.weeklyDue);
  if (held?.type !== 'zset') return [];
  const scores = new Map([...held.scores].filter(([id]) => users.has(id)));
  if (scores.size === held.scores.size) return [];
  return [{ key: keys.weeklyDue, says: 'names people who are gone', repair: { type: 'zset', scores } }];
}

function sessionOwner(key: string, held: { type: string; value?: unknown }): string | undefined {
  if (!/^session:[^:]+$/.test(key) || held.type !== 'hash' || !Array.isArray(held.value)) return undefined;
  const fields = held.value as string[];
  return fields[fields.indexOf('userId') + 1];
}
