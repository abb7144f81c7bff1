import { sendMail } from '../../platform/server/mail.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { ChangePassword, ResetPassword, AccountAccess } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { mayMailReset } from './addresses.ts';
import { noticeEmail, resetEmail } from './emails.ts';
import { hashPassword } from './password-hash.ts';
import { ownPasskeyOf } from './passkeys.ts';
import { type LiveSession, ownSessions, storedSessionIds } from './session.ts';
import {
  changeAccount,
  endAllAccess,
  type AccountChange,
  type AccountChanged,
  type NotChanged,
} from './store/account-changes.ts';
import { listApiTokens } from './store/api-tokens.ts';
import { listPasskeys } from './store/passkeys.ts';
import { endPasskeysAfterCode, type StoredFactor } from './store/second-factor.ts';
import { hashOf, issueToken, type LinkOfPerson } from './store/tokens.ts';
import { findUserByEmail, readUserText } from './store/users.ts';

/** Mails the link for a new password, if an account has this address and the limit for it allows another mail. */
export async function sendReset(redis: Redis, email: string, client: string, now: Date): Promise<void> {
  const [found, allowed] = await Promise.all([findUserByEmail(redis, email), mayMailReset(email, client)]);
  if (!found || !allowed) return;
  const token = await issueToken(redis, { purpose: 'reset', userId: found.user.id, email }, now);
  await sendMail(resetEmail(email, { handle: found.user.handle, token }));
}

/** The person whose password a mailed link may set. */
function resetOf({ record, found }: LinkOfPerson): LinkOfPerson['found'] {
  if (record.purpose !== 'reset') return undefined;
  return found && found.user.deletedAt === undefined && found.user.email === record.email ? found : undefined;
}

/** The ways into the account of a mailed link, so that its holder can choose which to keep. */
export async function accessOf(
  redis: Redis,
  link: LinkOfPerson | undefined,
): Promise<{ ok: true; used: AccountAccess } | NotChanged> {
  const found = link && resetOf(link);
  if (!found) return { ok: false, reason: 'spent' };
  const { user } = found;
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
 * link proves the address. If it was unproven before, somebody else may have created the account, so no passkey is kept. If
 * a second step is on and the address was proven, the reader of the mail may not be the owner, so passkeys end only with a
 * correct code: until then, the owner can still sign in with one.
 */
export async function resetPassword(
  redis: Redis,
  { token, password, keepPasskeys }: ResetPassword,
  link: LinkOfPerson | undefined,
  activity: Activity,
  now: Date,
): Promise<(AccountChanged & { passwordHash: string; factor: StoredFactor | undefined }) | NotChanged> {
  const found = link && resetOf(link);
  if (!found) return { ok: false, reason: 'spent' };
  const { factor } = link;
  const { user: allowed, text } = found;
  const passwordHash = await hashPassword(password);
  const keptOf = (user: User) => (user.emailVerifiedAt === undefined ? [] : keepPasskeys);
  const passkeys = { wait: false };
  const decide = (user: User): AccountChange | NotChanged => {
    if (user.email !== allowed.email) return { ok: false, reason: 'spent' };
    passkeys.wait = factor !== undefined && user.emailVerifiedAt !== undefined;
    return {
      ok: true,
      user: { ...user, emailVerifiedAt: now.toISOString() },
      token: hashOf(token),
      passwordHash,
      ends: { ...endAllAccess, passkeys: passkeys.wait ? undefined : { keep: keptOf(user) } },
      voidTokens: ['verify', 'address', 'reset', 'enrol'],
      activity,
    };
  };
  const done = await changeAccount(redis, allowed.id, decide, text);
  if (!done.ok) return done;
  const keep = keptOf(allowed);
  if (passkeys.wait) await endPasskeysAfterCode(redis, allowed.id, { at: now.toISOString(), keep });
  await sendMail(passwordEmail(done.user, passkeys.wait ? 'passkeys' : keep.length > 0 ? 'some' : 'none'));
  return { ...done, passwordHash, factor };
}

/** What a change of password needs: the stored person, and the stored ids of these sessions of theirs. */
export async function readForPassword(redis: Redis, userId: string, sessions: readonly string[]) {
  const [found, sids] = await Promise.all([readUserText(redis, userId), storedSessionIds(redis, userId, sessions)]);
  return { text: found?.text, sids };
}

/**
 * Sets another password for a person who has proven their identity. Ends every way into the account except those in `keep`.
 */
export async function changePassword(
  redis: Redis,
  { sid, user: { id: userId } }: Pick<LiveSession, 'sid' | 'user'>,
  { password, keep }: Pick<ChangePassword, 'password' | 'keep'>,
  { text, sids: named }: Awaited<ReturnType<typeof readForPassword>>,
  activity: Activity,
): Promise<(AccountChanged & { passwordHash: string }) | NotChanged> {
  const passwordHash = await hashPassword(password);
  const sids = named.filter((one) => one !== sid);
  const decide = (user: User): AccountChange => ({
    ok: true,
    user,
    session: sid,
    passwordHash,
    ends: { sessions: { keep: sids }, tokens: { keep: keep.tokens }, passkeys: { keep: keep.passkeys } },
    voidTokens: ['address', 'reset', 'enrol'],
    activity,
  });
  const done = await changeAccount<NotChanged>(redis, userId, decide, text);
  const anyKept = [sids, keep.tokens, keep.passkeys].some((ids) => ids.length > 0);
  if (done.ok && done.user.email) await sendMail(passwordEmail(done.user, anyKept ? 'some' : 'none'));
  return done.ok ? { ...done, passwordHash } : done;
}

/** To the owner of an account whose password was changed: says which other ways into the account have ended. */
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
