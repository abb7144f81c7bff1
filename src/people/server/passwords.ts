import { sendMail } from '../../platform/server/mail.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { ChangePassword, ResetPassword, AccountAccess } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { noticeEmail, resetEmail } from './emails.ts';
import { ownPasskeyOf } from './passkeys.ts';
import { hashPassword } from './password.ts';
import { type LiveSession, ownSessions, sidsOf } from './session.ts';
import { changeAccount, endsAll, type AccountChanged, type NotChanged } from './store/account-changes.ts';
import { listApiTokens } from './store/api-tokens.ts';
import { listPasskeys } from './store/passkeys.ts';
import { endPasskeysAfterCode, readFactor } from './store/second-factor.ts';
import { readToken, hashOf, issueToken } from './store/tokens.ts';
import { findUserByEmail, readUser } from './store/users.ts';

/** Mails the link for a new password, where an account has this address. */
export async function sendReset(redis: Redis, email: string, now: Date): Promise<void> {
  const found = await findUserByEmail(redis, email);
  if (!found) return;
  const token = await issueToken(redis, { purpose: 'reset', userId: found.user.id, email }, now);
  await sendMail(resetEmail(email, { handle: found.user.handle, token }));
}

/** The person whose password a mailed link may set. The link stays unused. */
async function resetOf(redis: Redis, token: string): Promise<User | undefined> {
  const record = await readToken(redis, hashOf(token));
  if (record?.purpose !== 'reset' || record.userId === undefined) return undefined;
  const user = await readUser(redis, record.userId);
  return user?.deletedAt === undefined && user?.email === record.email ? user : undefined;
}

/** What opens the account that a mailed link is for, so that its holder can choose what to keep. */
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
 * Sets a new password by a mailed link, once. It ends all sessions and tokens, and all passkeys except those to keep. The
 * link proves the address; where it was unproven before, somebody else may have opened the account, so no passkey is
 * kept. Where a second step is on, the reader of the mail may not be the owner, so passkeys end only once the code is
 * right: by then the owner has signed in, and until then can do so by a passkey.
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

/**
 * Sets another password for a person who has proven who they are. Ends all that opens the account except what is in
 * `keep`.
 */
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

/** To the owner of an account whose password was changed: says what else that opened the account has ended. */
const passwordEmail = ({ email = '', handle }: User, kept: keyof typeof removed) =>
  noticeEmail(
    email,
    'Your password was changed',
    `The password of @${handle} was changed. All other devices were signed out, and personal tokens ${removed[kept]}.`,
  );
const removed = {
  none: 'and passkeys removed',
  some: 'and passkeys removed, except for what was kept',
  passkeys: 'removed. Passkeys that weren’t kept are removed once you’ve entered the code',
} as const;
