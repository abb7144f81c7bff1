import * as z from 'zod';
import { keys } from './keys.ts';
import type { Redis } from './redis.ts';

const kinds = ['note', 'user', 'collection'] as const;

/** The last change of a note, user or collection, which builds follow. */
export interface Change {
  revision: number;
  kind: (typeof kinds)[number];
  id: string;
}

const Scored = z.array(z.string()).transform((flat, context) => {
  const changes: Change[] = [];
  for (let index = 0; index < flat.length; index += 2) {
    const [, name, id] = /^(\w+):(.+)$/.exec(flat[index] ?? '') ?? [];
    const kind = kinds.find((known) => known === name);
    if (kind && id) changes.push({ revision: Number(flat[index + 1]), kind, id });
    else context.addIssue(`The change log holds ${flat[index]}.`);
  }
  return changes;
});

/** The number of public changes so far; 0 for an empty store. */
export async function headRevision(redis: Redis): Promise<number> {
  return z.coerce
    .number()
    .int()
    .parse((await redis.get(keys.head)) ?? 0);
}

/**
 * The changes after `revision`, oldest first, at most `limit`. An entity appears once, at its last change. One that changes
 * while a caller pages through the log appears (again) at the end, so following the last revision misses nothing.
 */
export async function changesSince(redis: Redis, revision: number, limit: number): Promise<Change[]> {
  const options = { byScore: true, offset: 0, count: limit, withScores: true } as const;
  return Scored.parse(await redis.zrange(keys.changes, `(${revision}`, '+inf', options));
}
