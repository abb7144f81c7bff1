import type { Mail } from '../../platform/server/mail.ts';
import { siteIdentity } from '../../platform/server/site.ts';

/**
 * E-mails about accounts. They hold nothing that somebody else could choose freely, because an address may belong to a
 * person who has never been here.
 */
type EmailText = (to: string, about: { handle: string; token: string }) => Mail;

const link = (page: string, token: string, more = '') => `${siteIdentity().url}/${page}?token=${token}${more}`;

/** A message with its paragraphs, signed by the site. */
export function emailText(to: string, subject: string, ...paragraphs: string[]): Mail {
  const { name, url } = siteIdentity();
  return { to, subject: `${subject} · ${name}`, text: `${[...paragraphs, `${name}\n${url}`].join('\n\n')}\n` };
}

/** To a new address, with the link that proves it. */
export const verifyEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Confirm your address',
    `Somebody, most likely you, gave this address for the account @${handle}. Confirm that it is yours within three days:`,
    link('verify', token),
    'If it was not you, leave this message alone: without your confirmation the address stays unproven.',
  );

/** To a person who has forgotten the password. */
export const resetEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Choose a new password',
    `Somebody asked for a new password for @${handle}. Choose one within an hour:`,
    link('reset', token),
    'It can be used once. If it was not you, nothing has changed and nothing needs to be done.',
  );

/** To the address that an account is to have. */
export const addressEmail: EmailText = (to, { handle, token }) =>
  emailText(
    to,
    'Confirm your new address',
    `@${handle} is to have this address. Confirm it within an hour:`,
    link('verify', token),
    'If you did not ask for it, leave this message alone: without your confirmation nothing changes.',
  );

/** To an address that has an account already, when somebody wants it for another one. */
export const addressInUseEmail = (to: string): Mail =>
  emailText(
    to,
    'This address is in use',
    'Somebody asked to use this address for their account. It belongs to an account already, so nothing has changed.',
    'If it was you: sign in to the account that has it, and change the address there or delete that account first.',
  );

/** To the former address of an account, with a link that restores it. */
export const addressChangedEmail = (to: string, about: { handle: string; token: string; email: string }): Mail =>
  emailText(
    to,
    'Your address was changed',
    `@${about.handle} has another address now: ${about.email}.`,
    'If it was you, all is well. If it was not, take your account back within seven days. That signs everyone out, removes passkeys and tokens, and lets you choose a new password:',
    link('verify', about.token, '&back=1'),
  );

const made = {
  passkey: { subject: 'A passkey was added', what: 'can now be signed in to with a new passkey' },
  token: { subject: 'A token was made', what: 'can now be used by a program, with a new token' },
  factor: {
    subject: 'A second step was turned on',
    what: 'now asks for a code of an authenticator app after the password',
  },
} as const;

const undoing = {
  passkey: 'remove the passkey',
  token: 'remove the token',
  factor: 'turn the second step off',
} as const;

/**
 * To the owner of an account to which a passkey, token or second step was added, with a link that removes it. `device`
 * is in our own words.
 */
export function accessAddedEmail(
  to: string,
  about: { handle: string; token: string; kind: keyof typeof made; device: string },
): Mail {
  const { subject, what } = made[about.kind];
  return emailText(
    to,
    subject,
    `@${about.handle} ${what}. It was made here: ${about.device}.`,
    `If it was you, all is well. If it was not, ${undoing[about.kind]} within seven days, and choose a new password then:`,
    link('undo', about.token),
  );
}

/** To the owner of an account whose password somebody tries to guess. */
export const guessesEmail = (to: string, handle: string): Mail =>
  emailText(
    to,
    'Somebody tries to guess your password',
    `So many passwords were tried for @${handle} within an hour that for up to an hour none is looked at. None of them opened your account.`,
    'You can sign in all the same: with a passkey, or with a link for a new password, which is always sent to you:',
    `${siteIdentity().url}/forgot`,
    'A password that you use nowhere else cannot be guessed from one that was stolen elsewhere. We write of this at most once a day.',
  );

/** To the owner of an account whose second step was turned off, by themselves or by the link in a mail. */
export const factorOffEmail = (to: string, handle: string): Mail =>
  noticeEmail(
    to,
    'The second step was turned off',
    `Signing in to @${handle} by password asks for no code any more: the second step was turned off.`,
  );

/** To the owner of an account after something that only they should do. `what` is a whole sentence. */
export const noticeEmail = (to: string, subject: string, what: string): Mail =>
  emailText(to, subject, what, `If it was not you, choose a new password at once:`, `${siteIdentity().url}/forgot`);
