import { z } from 'zod';

/** What a person may do for the place as a whole: an owner may do all that a moderator may, and appoint others. */
export const Role = z.enum(['member', 'moderator', 'owner']);
export type Role = z.infer<typeof Role>;

/** What an owner sends to appoint somebody, or to take a role back. */
export const Appointment = z.strictObject({ role: Role });

type WithRole = { role?: Role | undefined };

/** People stored before there were roles are members. */
export function roleOf(user: WithRole): Role {
  return user.role ?? 'member';
}

/** Whether this person decides about reports, held notes and appeals. */
export function mayModerate(user: WithRole): boolean {
  return roleOf(user) !== 'member';
}

/** Whether this person appoints moderators and owners. */
export function mayAppoint(user: WithRole): boolean {
  return roleOf(user) === 'owner';
}
