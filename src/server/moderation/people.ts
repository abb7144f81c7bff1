import { Known } from '../../domain/moderation/case.ts';
import type { Role } from '../../domain/role.ts';
import { standingOf } from '../../domain/standing-of.ts';
import type { Redis } from '../store/redis.ts';
import { moderatorIds, putRole } from '../store/roles.ts';
import { findUserByHandle, readUsers } from '../store/users.ts';

/** Who moderates, owners first. */
export async function moderators(redis: Redis): Promise<Known[]> {
  const users = await readUsers(redis, await moderatorIds(redis));
  return users
    .flatMap((user) => (user?.role ? [Known.parse(user)] : []))
    .sort((one, other) => (other.role ?? '').localeCompare(one.role ?? '') || one.handle.localeCompare(other.handle));
}

/** The person with this handle, as moderators see them. */
export async function knownPerson(redis: Redis, handle: string): Promise<Known | undefined> {
  const user = await findUserByHandle(redis, handle.toLowerCase());
  return user && Known.parse(user);
}

export type Appointed = { ok: true; person: Known } | { ok: false; reason: 'missing' | 'owned' | 'last' | 'banned' };

/** Gives the person with this handle a role. People of the first collection cannot sign in, and so get none. */
export async function appoint(redis: Redis, handle: string, role: Role, now: Date): Promise<Appointed> {
  const user = await findUserByHandle(redis, handle.toLowerCase());
  if (user?.email === undefined) return { ok: false, reason: 'missing' };
  if (role !== 'member' && standingOf(user, now)) return { ok: false, reason: 'banned' };
  const put = await putRole(redis, user.id, role);
  return put.ok ? { ok: true, person: Known.parse(put.user) } : put;
}
