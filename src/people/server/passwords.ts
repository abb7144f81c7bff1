import type { ChangePassword, ResetPassword, AccountAccess } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { noticeEmail, resetEmail } from './emails.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { type LiveSession, ownSessions, sidsOf } from './session.ts';
import { ownPasskeyOf } from './passkeys.ts';
import { hashPassword } from './password.ts';
import { changeAccount, endsAll, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import { listApiTokens } from './store/api-tokens.ts';
import { listPasskeys } from './store/passkeys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { endPasskeysAfterCode, readFactor } from './store/second-factor.ts';
import { findUserByEmail, readUser } from './store/users.ts';
import { readToken, hashOf, issueToken } from './store/tokens.ts';

/** Mails the link for a new password, where somebody has this address. */
export async function sendReset(redis: Redis, email: string, now: Date): Promise<void> {
  const found = await findUserByEmail(redis, email);
  if (!found) return;
  const token = await issueToken(redis, { purpose: 'reset', userId: found.user.id, email }, now);
  await sendMail(resetEmail(email, { handle: found.user.handle, token }));
}

/** Whose password a mailed link may set. The link stays. */
async function resetOf(redis: Redis, token: string): Promise<User | undefined> {
  const record = await readToken(redis, hashOf(token));
  if (record?.purpose !== 'reset' || record.userId === undefined) return undefined;
  const user = await readUser(redis, record.userId);
  return user?.deletedAt === undefined && user?.email === record.email ? user : undefined;
}

/** What opens the account of a mailed link, told to its holder, who may choose anew what does. */
export async function accessOf(redis: Redis, token: string): Promise<{ ok: true; used: AccountAccess } | NotChanged> {
  const user = await resetOf(redis, token);
  if (!user) return { ok: false, reason: 'spent' };
  const [sessions, tokens, passkeys] = await Promise.all([
    ownSessions(redis, { user }),
    listApiTokens(redis, user.id),
    listPasskeys(redis, user.id),
  ]);
  const used = {
    handle: user.handle,
    sessions: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({ id, device, createdAt, lastUsedAt })),
    tokens: tokens.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    passkeys: passkeys.map(ownPasskeyOf),
    mayKeep: user.emailVerifiedAt !== undefined,
  };
  return { ok: true, used };
}

/**
 * Sets the password that a mailed link allows, once, and ends all sessions and tokens, and passkeys but those that are
 * kept. The link came by mail, so the address is proven; where it was not before, somebody else may have opened the
 * account, and no passkey is kept. Where a second step is on, whoever reads the mail is not known to be the owner yet, so
 * the passkeys, by which the owner may sign in without it, end with the code and not before.
 */
export async function resetPassword(
  redis: Redis,
  { token, password, keepPasskeys }: ResetPassword,
  activity: Activity,
  now: Date,
): Promise<AccountChanged | NotChanged> {
  const allowed = await resetOf(redis, token);
  if (!allowed) return { ok: false, reason: 'spent' };
  const [passwordHash, factor] = await Promise.all([hashPassword(password), readFactor(redis, allowed.id)]);
  const keptOf = (user: User) => (user.emailVerifiedAt === undefined ? [] : keepPasskeys);
  const done = await changeAccount<NotChanged>(redis, allowed.id, (user) =>
    user.email === allowed.email
      ? {
          ok: true,
          user: { ...user, emailVerifiedAt: now.toISOString() },
          token: hashOf(token),
          passwordHash,
          ends: { ...endsAll, passkeys: factor ? undefined : { keep: keptOf(user) } },
          voidTokens: ['verify', 'address', 'reset', 'enrol'],
          activity,
        }
      : ({ ok: false, reason: 'spent' } as const),
  );
  if (!done.ok) return done;
  const keep = keptOf(allowed);
  if (factor) await endPasskeysAfterCode(redis, allowed.id, { at: now.toISOString(), keep });
  await sendMail(passwordEmail(done.user, factor ? 'passkeys' : keep.length > 0 ? 'some' : 'none'));
  return done;
}

/** Sets another password for a person who has proven who they are, and ends what opens the account but what is kept. */
export async function changePassword(
  redis: Redis,
  { sid, user: { id: userId } }: Pick<LiveSession, 'sid' | 'user'>,
  { password, keep }: Pick<ChangePassword, 'password' | 'keep'>,
  activity: Activity,
): Promise<(AccountChanged & { passwordHash: string }) | NotChanged> {
  const [passwordHash, named] = await Promise.all([hashPassword(password), sidsOf(redis, userId, keep.sessions)]);
  const sids = named.filter((one) => one !== sid);
  const done = await changeAccount<NotChanged>(redis, userId, (user) => ({
    ok: true,
    user,
    session: sid,
    passwordHash,
    ends: { sessions: { keep: sids }, tokens: { keep: keep.tokens }, passkeys: { keep: keep.passkeys } },
    voidTokens: ['address', 'reset', 'enrol'],
    activity,
  }));
  const anyKept = [sids, keep.tokens, keep.passkeys].some((ids) => ids.length > 0);
  if (done.ok && done.user.email) await sendMail(passwordEmail(done.user, anyKept ? 'some' : 'none'));
  return done.ok ? { ...done, passwordHash } : done;
}

/** Tells the owner of an account that its password is another one now, and whether everything else that opened it ended. */
const passwordEmail = ({ email = '', handle }: User, kept: keyof typeof removed) =>
  noticeEmail(
    email,
    'Your password was changed',
    `The password of @${handle} was changed. All other devices were signed out, and personal tokens ${removed[kept]}.`,
  );
const removed = {
  none: 'and passkeys removed',
  some: 'and passkeys removed, except for what was kept',
  passkeys: 'removed. Passkeys that were not kept are removed once the second step is done',
} as const;
