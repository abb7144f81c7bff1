import { roleOf } from '../../people/model/permissions.ts';
import type { User, Role } from '../../people/model/user.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { countModerators } from '../../people/server/store/roles.ts';
import type { Refusal } from './refusal.ts';

const ranks: Record<Role, number> = { member: 0, moderator: 1, owner: 2 };

/** Nobody decides about their own writing or their own decision while someone else could. */
export async function refusedAsOwn(redis: Redis, moderator: User, ownerId: string): Promise<Refusal | undefined> {
  if (ownerId !== moderator.id) return undefined;
  return (await countModerators(redis)) > 1 ? { ok: false, reason: 'own' } : undefined;
}

/** Nobody decides about their own standing, nor about that of someone of the same rank. */
export function refusedByRank(moderator: User, person: User): Refusal | undefined {
  if (person.id === moderator.id) return { ok: false, reason: 'own' };
  return ranks[roleOf(moderator)] > ranks[roleOf(person)] ? undefined : { ok: false, reason: 'rank' };
}
