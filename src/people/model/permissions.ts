import type { Suspension, Role } from './user.ts';
import { lazy } from '../../platform/model/memoized.ts';

type Suspendable = { standing?: Suspension | undefined };

/** The suspension of this person now; undefined once it has ended. */
export function suspensionOf({ standing: suspension }: Suspendable, now: Date): Suspension | undefined {
  if (!suspension) return undefined;
  return suspension.until === null || Date.parse(suspension.until) > now.getTime() ? suspension : undefined;
}

/** Whether this person may not even sign in. */
export function isBanned(user: Suspendable, now: Date): boolean {
  return suspensionOf(user, now)?.kind === 'banned';
}

/** Whether everything that this person wrote is hidden: they deleted their account, or were banned with that effect. */
export function isPersonHidden(user: Suspendable & { deletedAt?: string | undefined }): boolean {
  const { standing } = user;
  return user.deletedAt !== undefined || (standing?.kind === 'banned' && standing.writings === 'hide');
}

const inWords = lazy(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** `for good`, or `until 28 November 2026 at 12:00 UTC`. */
export function termInWords({ until }: Pick<Suspension, 'until'>): string {
  return until === null ? 'for good' : `until ${inWords().format(new Date(until))} UTC`;
}

/** What happened, why and until when, for the person concerned: two sentences. */
export function suspensionInWords(suspension: Suspension): string {
  const { kind, reason } = suspension;
  const what = kind === 'banned' ? 'banned this account' : 'silenced this account';
  return `A moderator ${what} ${termInWords(suspension)}. The reason given: “${reason}”`;
}

type WithRole = { role?: Role | undefined };

/** Only moderators and owners have a role stored. */
export function roleOf(user: WithRole): Role {
  return user.role ?? 'member';
}

/** Whether this person decides about reports, notes pending review, and appeals. */
export function mayModerate(user: WithRole): boolean {
  return roleOf(user) !== 'member';
}

const ranks: Record<Role, number> = { member: 0, moderator: 1, owner: 2 };

/** Whether this person may silence or ban the other one, who must have a lower rank. */
export function maySuspend(by: WithRole, other: WithRole): boolean {
  return ranks[roleOf(by)] > ranks[roleOf(other)];
}

/** Whether this person appoints moderators and owners. */
export function mayAppoint(user: WithRole): boolean {
  return roleOf(user) === 'owner';
}
