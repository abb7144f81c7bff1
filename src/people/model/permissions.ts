import type { Role } from './role.ts';

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
