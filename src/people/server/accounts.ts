import { v7 as uuidv7 } from 'uuid';
import type { SignIn, SignUp, User } from '../model/user.ts';
import { hashPassword, needsRehash, nobodysHash, verifyPassword } from './password.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { createUser, findUserByEmail, replacePasswordHash } from './store/users.ts';

/** The largest body of a call about accounts. */
export const maxAccountBytes = 16 * 1024;
/** The same where a device's answer for a passkey comes along. */
export const maxPasskeyBytes = 64 * 1024;

export type Registered = { ok: true; user: User } | { ok: false; reason: 'taken'; fields: ('email' | 'handle')[] };

/** Creates an account. Without a name, the handle is the name. */
export async function register(redis: Redis, { password, ...wished }: SignUp, now: Date): Promise<Registered> {
  const user: User = {
    id: newUserId(),
    handle: wished.handle,
    name: wished.name || wished.handle,
    email: wished.email,
    bio: '',
    createdAt: now.toISOString(),
  };
  const created = await createUser(redis, user, { passwordHash: await hashPassword(password) });
  return created.ok ? { ok: true, user } : created;
}

/**
 * The user that this address and password belong to, with the password's hash, or undefined for a wrong password and an unknown address alike,
 * after the same work. A hash of an older cost is replaced on the way.
 */
export async function authenticate(
  redis: Redis,
  { email, password }: SignIn,
): Promise<{ user: User; passwordHash: string } | undefined> {
  const found = await findUserByEmail(redis, email);
  const matches = await verifyPassword(password, found?.passwordHash ?? nobodysHash);
  if (!found || !matches) return undefined;
  if (needsRehash(found.passwordHash)) {
    const passwordHash = await hashPassword(password);
    const replaced = await replacePasswordHash(redis, found.user.id, found.passwordHash, passwordHash);
    return replaced ? { user: found.user, passwordHash } : undefined;
  }
  return found;
}

/** What a user's id looks like: longer than any handle, and never a number. */
export const userIdForm = /^u_[0-9a-f]{32}$/;

function newUserId(): string {
  return `u_${uuidv7().replaceAll('-', '')}`;
}
