import { type Mail, sendMail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Undone } from '../model/account.ts';
import type { Activity, ActivityKind } from '../model/activity.ts';
import type { User } from '../model/user.ts';
import type { NotChanged } from './store/account-changes.ts';
import { removeApiToken } from './store/api-tokens.ts';
import { removePasskey } from './store/passkeys.ts';
import { dropFactor } from './store/second-factor.ts';
import { takeToken, hashOf, issueToken, type TokenRecord } from './store/tokens.ts';
import { readUser } from './store/users.ts';

/**
 * E-mails about accounts. They contain nothing that somebody else could choose freely, because the address may belong to a
 * person who has never been here.
 */
type EmailText = (to: string, about: { handle: string; token: string }) => Mail;

const link = (page: string, token: string, more = '') => `${siteIdentity().url}/${page}?token=${token}${more}`;

/** A message with these paragraphs, signed by the site. */
export function emailText(to: string, subject: string, ...paragraphs: string[]): Mail {
  const { name, url } = siteIdentity();
  return { to, subject: `${subject} · ${name}`, text: `${[...paragraphs, `${name}\n${url}`].join('\n\n')}\n` };
}

/** To a new address, with the link that proves it. */
export const verifyEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Confirm your address',
    `This address was given for the account @${handle}. If that was you, confirm it within three days:`,
    link('verify', token),
    'If it wasn’t you, ignore this message. Without your confirmation, the address stays unconfirmed.',
  );

/** To a person who forgot the password. */
export const resetEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Choose a new password',
    `Someone asked for a new password for @${handle}. If it was you, choose one within an hour:`,
    link('reset', token),
    'The link works once. If it wasn’t you, ignore this message: nothing has changed.',
  );

/** To the address that an account is to get. */
export const addressEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Confirm your new address',
    `You asked to use this address for @${handle}. Confirm it within an hour:`,
    link('verify', token),
    'If you didn’t, ignore this message: nothing changes without your confirmation.',
  );

/** To an address that already has an account, when somebody wants it for another one. */
export const addressInUseEmail = (to: string): Mail =>
  emailText(
    to,
    'This address is in use',
    'Someone asked to use this address for their account. It already belongs to an account, so nothing has changed.',
    'If it was you, sign in to the account that has it, and change its address or delete it first.',
  );

/** To the former address of an account, with a link that restores it. */
export const addressChangedEmail = (to: string, about: { handle: string; token: string; email: string }): Mail =>
  emailText(
    to,
    'Your address was changed',
    `The address of @${about.handle} is now ${about.email}.`,
    'If it was you, there’s nothing to do. If it wasn’t, take your account back within seven days. That signs everyone out, removes all passkeys and tokens, and lets you choose a new password:',
    link('verify', about.token, '&back=1'),
  );

const additions = {
  passkey: { subject: 'A passkey was added', what: 'has a new passkey to sign in with' },
  token: { subject: 'A token was created', what: 'has a new token, with which a program can use it' },
  factor: {
    subject: 'Two-step sign-in was turned on',
    what: 'now asks for a code from an authenticator app after the password',
  },
} as const;

const undoing = {
  passkey: 'remove the passkey',
  token: 'remove the token',
  factor: 'turn two-step sign-in off',
} as const;

/**
 * To the owner of an account to which a passkey, token or second step was added, with a link that removes it. `device`
 * is in our own words.
 */
function accessAddedEmail(
  to: string,
  about: { handle: string; token: string; kind: keyof typeof additions; device: string },
): Mail {
  const { subject, what } = additions[about.kind];
  return emailText(
    to,
    subject,
    `@${about.handle} ${what}. This was done on ${about.device}.`,
    `If it was you, there’s nothing to do. If it wasn’t, ${undoing[about.kind]} within seven days, then choose a new password:`,
    link('undo', about.token),
  );
}

/** To the owner of an account whose password somebody tries to guess. */
export const passwordGuessesEmail = (to: string, handle: string): Mail =>
  emailText(
    to,
    'Someone is trying to guess your password',
    `So many wrong passwords were tried for @${handle} that signing in by password is paused for up to an hour. None of them opened your account.`,
    'You can still sign in with a passkey, or with a link for a new password:',
    `${siteIdentity().url}/forgot`,
    'A password you use nowhere else is safe even when another site’s passwords are stolen. We send this message at most once a day.',
  );

/** To the owner of an account whose second step was turned off, by themselves or by the link in a mail. */
export const factorOffEmail = (to: string, handle: string): Mail =>
  noticeEmail(
    to,
    'Two-step sign-in was turned off',
    `Two-step sign-in was turned off for @${handle}. Signing in now takes only the password.`,
  );

/** To the owner of an account after something that only they should do. `what` is a whole sentence. */
export const noticeEmail = (to: string, subject: string, what: string): Mail =>
  emailText(to, subject, what, `If it wasn’t you, choose a new password now:`, `${siteIdentity().url}/forgot`);

type AddedAccess = { kind: 'passkey' | 'token' | 'factor'; id: string; name: string };

/** Mails the owner of an account that a passkey, token or second step was added, with a link that removes it. */
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
 * Removes what a mailed link is about (`record`), and nothing else, once; `spent` for a link that was used or is too old. A
 * link sent to a former address of the account works too, since its reader has no other way, but only the current address
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
  const [spentToken, reset] = await Promise.all([
    takeToken(redis, hashOf(token), 'undo'),
    isPresent ? issueToken(redis, { purpose: 'reset', userId, email }, now) : null,
  ]);
  // The token for a new password is then never sent.
  if (!spentToken) return { ok: false, reason: 'spent' };
  // The account is easier to open now, so its owner gets a mail at the current address.
  if (removed && kind === 'factor' && user?.email) await sendMail(factorOffEmail(user.email, user.handle));
  return { ok: true, used: { kind, name, removed, reset } };
}
