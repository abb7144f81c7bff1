import type { Role } from './user.ts';

type WithRole = { role?: Role | undefined };

/** People stored before there were roles are members. */
export function roleOf(user: WithRole): Role {
  return user.role ?? 'member';
}

/** Whether this person decides about reports, notes that await review, and appeals. */
export function mayModerate(user: WithRole): boolean {
  return roleOf(user) !== 'member';
}

/** Whether this person appoints moderators and owners. */
export function mayAppoint(user: WithRole): boolean {
  return roleOf(user) === 'owner';
}
