import { randomBytes } from 'node:crypto';
import { keys } from '../../platform/server/store/keys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { User } from '../model/user.ts';
import { changeAccount, endsAll, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import { putRole } from './store/roles.ts';
import { TokenPurpose } from './store/tokens.ts';

export { forgetRole } from './store/roles.ts';

/** For so long nobody can take the handle of a deleted account, so that old links and mentions lead to no stranger. */
const handleRestSeconds = 180 * 24 * 60 * 60;

export type AccountClosed = AccountChanged | NotChanged | { ok: false; reason: 'last-owner' };

/**
 * Closes an account at one stroke: from here on nobody can sign in to it, its address is free, and readers see “Former
 * member” where its name was. Refused to the only owner of the installation.
 */
export async function closeAccount(redis: Redis, userId: string, now: Date): Promise<AccountClosed> {
  const handle = `former_${randomBytes(5).toString('hex')}`;
  // Giving up the role is what refuses, in one step, that nobody is left to own the installation.
  const role = await putRole(redis, userId, 'member');
  if (!role.ok && role.reason === 'last') return { ok: false, reason: 'last-owner' };
  return changeAccount<NotChanged>(redis, userId, (user) => ({
    ok: true,
    user: remainsOf(user, handle, now),
    shown: true,
    claims: [keys.handle(handle)],
    holds: { names: [user.handle, ...(user.formerHandles ?? [])].map(keys.handle), seconds: handleRestSeconds },
    frees: user.email === undefined ? [] : [keys.email(user.email)],
    passwordHash: null,
    ends: endsAll,
    voidTokens: TokenPurpose.options,
  }));
}

function remainsOf({ id, createdAt }: User, handle: string, now: Date): User {
  return { id, handle, name: 'Former member', bio: '', createdAt, deletedAt: now.toISOString() };
}
