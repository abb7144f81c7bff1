import type { Undone } from '../model/account.ts';
import type { Activity, ActivityKind } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { factorOffEmail, accessAddedEmail } from './emails.ts';
import { sendMail } from '../../platform/server/mail.ts';
import type { NotChanged } from './store/account-changes.ts';
import { removeApiToken } from './store/api-tokens.ts';
import { removePasskey } from './store/passkeys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { dropFactor } from './store/second-factor.ts';
import { readUser } from './store/users.ts';
import { readToken, takeToken, hashOf, issueToken } from './store/tokens.ts';

type Made = { kind: 'passkey' | 'token' | 'factor'; id: string; name: string };

/** Tells the owner of an account that there is one more way into it, by a mail whose link takes it away again. */
export async function tellOfMade(redis: Redis, user: User, made: Made, device: string, now: Date): Promise<void> {
  const { id: userId, handle, email } = user;
  if (email === undefined) return;
  const token = await issueToken(redis, { purpose: 'undo', userId, email, undoes: made }, now);
  await sendMail(accessAddedEmail(email, { handle, token, kind: made.kind, device }));
}

/**
 * Takes away what a mailed link is about, and nothing else, once; `spent` for a link that was used or is too old. It
 * works from any address that the account had: who is told of another address there has no other way to undo. A
 * new password is for the present address alone.
 */
export async function undo(
  redis: Redis,
  token: string,
  note: (kind: ActivityKind, detail?: string) => Activity,
  now: Date,
): Promise<{ ok: true; used: Undone } | NotChanged> {
  const hash = hashOf(token);
  const record = await readToken(redis, hash);
  if (record?.purpose !== 'undo' || record.userId === undefined || !record.undoes)
    return { ok: false, reason: 'spent' };
  const { userId, email, undoes } = record;
  const { kind, id, name } = undoes;
  // Before the link is spent, so that whatever interrupts it, it can be used again.
  const remove = {
    passkey: () => removePasskey(redis, userId, id, note('passkey-removed', name)),
    token: () => removeApiToken(redis, userId, id, note('token-revoked', name)),
    factor: () => dropFactor(redis, userId, note('second-factor-off'), id),
  };
  const removed = await remove[kind]();
  if (!(await takeToken(redis, hash, 'undo'))) return { ok: false, reason: 'spent' };
  const user = await readUser(redis, userId);
  // The account is easier to open from now on: its owner hears of it at the present address, whoever used the link.
  if (removed && kind === 'factor' && user?.email) await sendMail(factorOffEmail(user.email, user.handle));
  const isPresent = email !== undefined && user?.email === email;
  const reset = isPresent ? await issueToken(redis, { purpose: 'reset', userId, email }, now) : null;
  return { ok: true, used: { kind, name, removed, reset } };
}
