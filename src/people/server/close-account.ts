import { randomBytes } from 'node:crypto';
import { keys } from '../../platform/server/store/keys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { User } from '../model/user.ts';
import { toStored } from '../../platform/server/store/stored.ts';
import {
  changeAccount,
  endsAll,
  type AccountChange,
  type AccountChanged,
  type NotChanged,
} from './store/account-changes.ts';
import { putRole, type RolePut } from './store/roles.ts';
import { TokenPurpose } from './store/tokens.ts';
import type { StoredText } from './store/users.ts';

export { forgetRole } from './store/roles.ts';

/** For so long nobody can take the handle of a deleted account, so that old links and mentions lead to no stranger. */
const handleRestSeconds = 180 * 24 * 60 * 60;

export type AccountClosed = AccountChanged | NotChanged | { ok: false; reason: 'last-owner' };

/**
 * Takes the role of somebody who is going, which is what refuses, in one step, that nobody is left to own the
 * installation. `known`: the person as stored.
 */
export function giveUpRole(redis: Redis, userId: string, known?: StoredText): Promise<RolePut> {
  return putRole(redis, userId, 'member', { known });
}

/**
 * Closes an account at one stroke, once its role is given up: from here on nobody can sign in to it, its address is free,
 * and readers see “Former member” where its name was. Refused to the only owner of the installation.
 */
export async function closeAccount(redis: Redis, userId: string, role: RolePut, now: Date): Promise<AccountClosed> {
  if (!role.ok && role.reason === 'last') return { ok: false, reason: 'last-owner' };
  const handle = `former_${randomBytes(5).toString('hex')}`;
  const close = (user: User): AccountChange => ({
    ok: true,
    user: remainsOf(user, handle, now),
    shown: true,
    claims: [keys.handle(handle)],
    holds: { names: [user.handle, ...(user.formerHandles ?? [])].map(keys.handle), seconds: handleRestSeconds },
    frees: user.email === undefined ? [] : [keys.email(user.email)],
    passwordHash: null,
    ends: endsAll,
    voidTokens: TokenPurpose.options,
  });
  return changeAccount<NotChanged>(redis, userId, close, role.ok ? toStored(role.user) : undefined);
}

function remainsOf({ id, createdAt }: User, handle: string, now: Date): User {
  return { id, handle, name: 'Former member', bio: '', createdAt, deletedAt: now.toISOString() };
}
