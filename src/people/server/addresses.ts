import type { Environment } from '../../platform/server/env.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { countCalls, requireRates, requireAllowed } from '../../platform/server/rates.ts';
import { keys } from '../../platform/server/store/keys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { LinkUsed } from '../model/account.ts';
import type { Activity, ActivityKind } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import { grantConfiguredOwner, suspendedKeyOf } from './accounts.ts';
import { addressChangedEmail, addressInUseEmail, addressEmail, verifyEmail } from './emails.ts';
import { dummyHash } from './password-hash.ts';
import { changeAccount, endAllAccess, type NotChanged } from './store/account-changes.ts';
import { dropFactor, readFactor } from './store/second-factor.ts';
import { type TokenRecord, hashOf, issueToken, tokenSeconds } from './store/tokens.ts';
import { findUserByEmail } from './store/users.ts';

/** Mails a person the link that proves their address. */
export async function sendVerification(redis: Redis, { id, handle, email }: User, now: Date): Promise<void> {
  if (email === undefined) return;
  const token = await issueToken(redis, { purpose: 'verify', userId: id, email }, now);
  await sendMail(verifyEmail(email, { handle, token }));
}

/**
 * Mails to a person's new address the link that adopts it; nothing changes before the link is used. If the address has an
 * account, its owner gets a mail instead, and the caller is not told.
 */
export async function sendAddressChange(redis: Redis, { id, handle }: User, email: string, now: Date): Promise<void> {
  if (await findUserByEmail(redis, email)) return sendMail(addressInUseEmail(email));
  const token = await issueToken(redis, { purpose: 'address', userId: id, email }, now);
  await sendMail(addressEmail(email, { handle, token }));
}

/** `signed-out`: the link needs a session of its account. */
type Used = { ok: true; used: LinkUsed } | NotChanged | { ok: false; reason: 'signed-out' };

/**
 * Does once what a mailed link about an address allows. `record` is the stored link, `signedInAs` reads whose session the
 * call has. `activityFor` makes the entry for the account's activity.
 */
export async function consumeLink(
  redis: Redis,
  { token, record, signedInAs }: { token: string; record?: TokenRecord; signedInAs: () => Promise<string | undefined> },
  env: Settings,
  activityFor: ActivityFor,
  now: Date,
): Promise<Used> {
  const hash = hashOf(token);
  if (!record?.userId || !record.email) return { ok: false, reason: 'spent' };
  const link = { hash, userId: record.userId, email: record.email };
  // Anybody may sign up with this address, so the owner's click on the link must not make a stranger's account the owner.
  const makesOwner = link.email === env.OWNER_EMAIL && record.purpose !== 'restore';
  if (makesOwner && (await signedInAs()) !== link.userId) return { ok: false, reason: 'signed-out' };
  switch (record.purpose) {
    case 'verify':
      return verified(redis, link, env, activityFor, now);
    case 'address':
      return changed(redis, link, env, activityFor, now);
    case 'restore':
      return restored(redis, link, activityFor, now);
    default:
      return { ok: false, reason: 'spent' };
  }
}

type ActivityFor = (kind: ActivityKind, detail?: string) => Activity;
type Link = { hash: string; userId: string; email: string };
type Settings = Pick<Environment, 'OWNER_EMAIL' | 'SITE_URL'>;

async function verified(
  redis: Redis,
  { hash, userId, email }: Link,
  env: Settings,
  activityFor: ActivityFor,
  now: Date,
): Promise<Used> {
  const done = await changeAccount<NotChanged>(redis, userId, (user) =>
    user.email === email
      ? {
          ok: true,
          user: { ...user, emailVerifiedAt: now.toISOString() },
          token: hash,
          voidTokens: ['verify'],
          activity: activityFor('address-confirmed', email),
        }
      : ({ ok: false, reason: 'spent' } as const),
  );
  if (!done.ok) return done;
  await grantConfiguredOwner(redis, done.user, env);
  return { ok: true, used: { did: 'verified', email } };
}

async function changed(
  redis: Redis,
  { hash, userId, email }: Link,
  env: Settings,
  activityFor: ActivityFor,
  now: Date,
): Promise<Used> {
  let before: string | undefined;
  const done = await changeAccount<NotChanged>(redis, userId, (user) => {
    before = user.email === email ? undefined : user.email;
    return {
      ok: true,
      user: { ...user, email, emailVerifiedAt: now.toISOString() },
      token: hash,
      claims: [keys.email(email)],
      refused: [suspendedKeyOf(email)],
      // The former address is reserved for its owner as long as the change can be undone.
      ...(before === undefined ? {} : { holds: [{ name: keys.email(before), seconds: tokenSeconds.restore }] }),
      voidTokens: ['verify', 'address', 'reset'],
      activity: activityFor('address-changed', email),
    };
  });
  if (!done.ok) return done;
  if (before !== undefined) await notifyOldAddress(redis, before, done.user, now);
  await grantConfiguredOwner(redis, done.user, env);
  return { ok: true, used: { did: 'changed', email } };
}

async function notifyOldAddress(redis: Redis, before: string, { id, handle, email = '' }: User, now: Date) {
  const record: TokenRecord = { purpose: 'restore', userId: id, email: before };
  const token = await issueToken(redis, record, now);
  await sendMail(addressChangedEmail(before, { handle, token, email }));
}

/**
 * Restores the former address. The person who changed it may know the password and have added a passkey, so every way into
 * the account ends.
 */
async function restored(
  redis: Redis,
  { hash, userId, email }: Link,
  activityFor: ActivityFor,
  now: Date,
): Promise<Used> {
  const done = await changeAccount<NotChanged>(redis, userId, (user) => ({
    ok: true,
    user: { ...user, email, emailVerifiedAt: now.toISOString() },
    token: hash,
    claims: [keys.email(email)],
    frees: user.email === undefined || user.email === email ? [] : [keys.email(user.email)],
    passwordHash: dummyHash(),
    ends: endAllAccess,
    voidTokens: ['verify', 'address', 'reset', 'restore', 'enrol'],
    activity: activityFor('address-restored', email),
  }));
  if (!done.ok) return done;
  // A second step that was turned on after the change is removed too; an older one is the owner's own, and stays.
  const [factor, reset] = await Promise.all([
    readFactor(redis, userId),
    issueToken(redis, { purpose: 'reset', userId, email }, now),
  ]);
  if (factor && now.getTime() - Date.parse(factor.since) < tokenSeconds.restore * 1000) {
    await dropFactor(redis, userId, activityFor('second-factor-off'), factor.since);
  }
  return { ok: true, used: { did: 'restored', email, reset } };
}

/**
 * Each kind of mail has its own limits, so that one kind does not use up another. If strangers may name an address, its
 * owner always has a link that works, however often strangers ask. All kinds that anybody can have sent to an address add
 * up to twenty an hour: eight links for a new password, seven for another address, five that prove one.
 */

/**
 * Whether a link for a new password may be sent to this address: four in half an hour, at most three of them for one
 * client. Each works for an hour, so when a fifth is not sent, the owner's earlier links still work until the next may be
 * sent.
 */
export async function mayMailReset(email: string, client: string): Promise<boolean> {
  const counted = await countCalls({ name: 'resetToBy', key: `${email} ${client}` }, { name: 'resetTo', key: email });
  return counted.every(({ ok }) => ok);
}

/**
 * Counts the call, and the mail to an address that somebody wants for their account. Each account may send one to it in
 * half an hour, whatever others do, and its link works for an hour; beyond that, all accounts share one limit, and all
 * mails another. Throws HttpError 429 with the time to wait, so that nobody waits for a mail that is not sent.
 */
export async function requireAddressMail(userId: string, email: string): Promise<void> {
  const all = { name: 'addressToAll', key: email } as const;
  const by = { name: 'addressToBy', key: `${userId} ${email}` } as const;
  const [byAccount, , byAddress] = await countCalls({ name: 'askAddress', key: userId }, by, all);
  requireAllowed(byAccount);
  if (byAddress) requireAllowed(byAddress);
  else await requireRates({ name: 'addressTo', key: email }, all);
}
