import { sendMail } from '../../platform/server/mail.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Undone } from '../model/account.ts';
import type { Activity, ActivityKind } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { factorOffEmail, accessAddedEmail } from './emails.ts';
import type { NotChanged } from './store/account-changes.ts';
import { removeApiToken } from './store/api-tokens.ts';
import { removePasskey } from './store/passkeys.ts';
import { dropFactor } from './store/second-factor.ts';
import { takeToken, hashOf, issueToken, type TokenRecord } from './store/tokens.ts';
import { readUser } from './store/users.ts';

type AddedAccess = { kind: 'passkey' | 'token' | 'factor'; id: string; name: string };

/** Tells the owner of an account that a passkey, token or second step was added, by a mail whose link removes it. */
export async function notifyAccessAdded(
  redis: Redis,
  user: User,
  made: AddedAccess,
  device: string,
  now: Date,
): Promise<void> {
  const { id: userId, handle, email } = user;
  if (email === undefined) return;
  const token = await issueToken(redis, { purpose: 'undo', userId, email, undoes: made }, now);
  await sendMail(accessAddedEmail(email, { handle, token, kind: made.kind, device }));
}

/**
 * Removes what a mailed link is about (`record`), and nothing else, once; `spent` for a link that was used or is too old. A link that
 * went to a former address of the account works too, since its reader has no other way; but only the present address
 * gets a token for a new password.
 */
export async function undoAccess(
  redis: Redis,
  { token, record }: { token: string; record: TokenRecord | undefined },
  activityFor: (kind: ActivityKind, detail?: string) => Activity,
  now: Date,
): Promise<{ ok: true; used: Undone } | NotChanged> {
  if (record?.purpose !== 'undo' || record.userId === undefined || !record.undoes)
    return { ok: false, reason: 'spent' };
  const { userId, email, undoes } = record;
  const { kind, id, name } = undoes;
  const remove = {
    passkey: () => removePasskey(redis, userId, id, activityFor('passkey-removed', name)),
    token: () => removeApiToken(redis, userId, id, activityFor('token-revoked', name)),
    factor: () => dropFactor(redis, userId, activityFor('second-factor-off'), id),
  };
  // Before the link is spent, so that it can be used again if something interrupts this.
  const [removed, user] = await Promise.all([remove[kind](), readUser(redis, userId)]);
  const isPresent = email !== undefined && user?.email === email;
  const [taken, reset] = await Promise.all([
    takeToken(redis, hashOf(token), 'undo'),
    isPresent ? issueToken(redis, { purpose: 'reset', userId, email }, now) : null,
  ]);
  // Nobody hears of the token for a new password then.
  if (!taken) return { ok: false, reason: 'spent' };
  // The account is easier to open now, so its owner is told at the present address.
  if (removed && kind === 'factor' && user?.email) await sendMail(factorOffEmail(user.email, user.handle));
  return { ok: true, used: { kind, name, removed, reset } };
}
