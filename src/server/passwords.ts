import type { Activity } from '../domain/activity.ts';
import type { ResetPassword } from '../domain/account.ts';
import { noticeLetter, resetLetter } from './letters.ts';
import { sendMail } from './mail.ts';
import { hashPassword } from './password.ts';
import { changeAccount, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import type { Redis } from './store/redis.ts';
import { readToken } from './store/tokens.ts';
import { findUserByEmail } from './store/users.ts';
import { hashOf, issueToken } from './tokens.ts';

/** Mails the link for a new password, where somebody has this address. */
export async function sendReset(redis: Redis, email: string, now: Date): Promise<void> {
  const found = await findUserByEmail(redis, email);
  if (!found) return;
  const token = await issueToken(redis, { purpose: 'reset', userId: found.user.id, email }, now);
  await sendMail(resetLetter(email, { handle: found.user.handle, token }));
}

/**
 * Sets the password that a mailed link allows, once, and ends all sessions. The link came by mail, so the address is
 * proven; where it was not before, somebody else may have opened the account, whose passkeys go too.
 */
export async function resetPassword(
  redis: Redis,
  { token, password }: ResetPassword,
  activity: Activity,
  now: Date,
): Promise<AccountChanged | NotChanged> {
  const hash = hashOf(token);
  const record = await readToken(redis, hash);
  if (record?.purpose !== 'reset' || record.userId === undefined) return { ok: false, reason: 'spent' };
  const passwordHash = await hashPassword(password);
  const done = await changeAccount<NotChanged>(redis, record.userId, (user) =>
    user.email === record.email
      ? {
          ok: true,
          user: { ...user, emailVerifiedAt: now.toISOString() },
          token: hash,
          passwordHash,
          signOut: 'all',
          removePasskeys: user.emailVerifiedAt === undefined,
          voidTokens: ['verify', 'address', 'reset', 'enrol'],
          activity,
        }
      : ({ ok: false, reason: 'spent' } as const),
  );
  if (done.ok) await sendMail(passwordLetter(record.email ?? '', done.user.handle));
  return done;
}

/** Sets another password for a person who has proven who they are, and ends all sessions. */
export async function changePassword(
  redis: Redis,
  userId: string,
  password: string,
  activity: Activity,
): Promise<AccountChanged | NotChanged> {
  const passwordHash = await hashPassword(password);
  const done = await changeAccount<NotChanged>(redis, userId, (user) => ({
    ok: true,
    user,
    passwordHash,
    signOut: 'all',
    voidTokens: ['address', 'reset', 'enrol'],
    activity,
  }));
  if (done.ok && done.user.email) await sendMail(passwordLetter(done.user.email, done.user.handle));
  return done;
}

/** Tells the owner of an account that its password is another one now. */
export const passwordLetter = (to: string, handle: string) =>
  noticeLetter(
    to,
    'Your password was changed',
    `The password of @${handle} was changed, and all other devices were signed out.`,
  );
