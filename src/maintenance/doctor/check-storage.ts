import type { Held } from './everything.ts';
import { keys } from '../../platform/server/store/keys.ts';
import type { Everything, Finding } from './indexes.ts';
import type { Records } from './records.ts';

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

function countIn(held: Held): { bytes: number; at: number } {
  const fields = held.type === 'hash' ? held.value : [];
  const field = (name: string) => Number(fields[fields.indexOf(name) + 1] ?? 0);
  return { bytes: field('bytes'), at: field('at') };
}

/** As Redis counts them: texts, the values of hashes and what is in lists. */
function sizeOf(held: Held | undefined): number {
  if (held?.type === 'string') return Buffer.byteLength(held.value);
  if (held?.type === 'list') return held.value.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  if (held?.type !== 'hash') return 0;
  return held.value.reduce((sum, each, at) => sum + (at % 2 === 1 ? Buffer.byteLength(each) : 0), 0);
}
