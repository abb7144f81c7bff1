import { Known } from '../model/case.ts';
import type { Role, User } from '../../people/model/user.ts';
import { suspensionOf } from '../../people/model/suspension.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { moderatorIds, putRole } from '../../people/server/people.ts';
import { findUserByHandle, readUsers } from '../../people/server/people.ts';

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

type Appointed = { ok: true; person: Known } | { ok: false; reason: 'missing' | 'owned' | 'last' | 'banned' };

/** Gives a person a role. People of the first collection cannot sign in, and so get none. */
export async function appoint(redis: Redis, user: User | undefined, role: Role, now: Date): Promise<Appointed> {
  if (user?.email === undefined) return { ok: false, reason: 'missing' };
  if (role !== 'member' && suspensionOf(user, now)) return { ok: false, reason: 'banned' };
  const put = await putRole(redis, user.id, role);
  return put.ok ? { ok: true, person: Known.parse(put.user) } : put;
}

type NotAppointed = Exclude<Appointed, { ok: true }>['reason'];

const nobody = [404, 'Not Found', 'Nobody with this handle can sign in here.'] as const;
const refusals: Record<NotAppointed, readonly [number, string, string]> = {
  missing: nobody,
  owned: nobody,
  banned: [409, 'Conflict', 'Nothing was changed: this person can’t write at the moment.'],
  last: [409, 'Conflict', 'Nothing was changed: the site needs an owner. Appoint another one first.'],
};

/** What a refused appointment answers. */
export function appointmentProblem(reason: NotAppointed): HttpError {
  return new HttpError(...refusals[reason]);
}
