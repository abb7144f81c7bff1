import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { requireRate } from '../../platform/server/rates.ts';
import {
  AccountAccess,
  ForgotPassword,
  LinkUsed,
  MailAsked,
  ResetPassword,
  Undone,
  UseLink,
} from '../model/account.ts';
import type { ActivityKind } from '../model/activity.ts';
import { FactorAsked } from '../model/sign-in.ts';
import { SignedIn } from '../model/user.ts';
import { maxAccountBytes, maxPasskeyBytes, grantConfiguredOwner } from './accounts.ts';
import { sendVerification, consumeLink } from './addresses.ts';
import { anyone, session, requireNotBanned } from './callers.ts';
import { accessOf, resetPassword, sendReset } from './passwords.ts';
import { activityOf, readSessionUser } from './session.ts';
import { signInAfterWrite, signInAfterReset } from './second-factor.ts';
import type { NotChanged } from './store/account-changes.ts';
import { hashOf, readLinkOfPerson, readToken } from './store/tokens.ts';
import { undoAccess } from './emails.ts';

/** The secret of a mailed link is sent in a body, so that it is in no address that a log records or a scanner opens. */
const byLink = {
  who: anyone,
  body: UseLink,
  maxBytes: maxAccountBytes,
  rate: 'prove',
  reads: ({ body: { token } }: { body: UseLink }) => readToken(database(), hashOf(token)),
} as const;

/** Mailed links: requesting one, and what each does. */
export const linkRoutes = {
  'POST /api/auth/forgot': route({
    id: 'forgotPassword',
    summary:
      'Ask for an email with a link for a new password. The answer is the same whether or not the address has an account.',
    who: anyone,
    body: ForgotPassword,
    maxBytes: maxAccountBytes,
    rate: 'askReset',
    gives: { 202: MailAsked },
    async handle({ context, body: { email } }) {
      // After the answer, so that it is the same, and as fast, for every address.
      await afterAnswer(context, async () => {
        await sendReset(database(), email, context.client, new Date());
      });
      return { asked: true as const };
    },
  }),

  'POST /api/auth/reset/access': route({
    id: 'listAccess',
    summary:
      'List what opens the account that an emailed link is about: sessions, tokens and passkeys. The link stays unused.',
    ...byLink,
    gives: { 200: AccountAccess },
    problems: [410],
    reads: ({ body: { token } }) => readLinkOfPerson(database(), hashOf(token)),
    handle: async ({ read: link }) => usedBy(await accessOf(database(), link)),
  }),

  'POST /api/auth/reset': route({
    id: 'resetPassword',
    summary:
      'Choose a new password with an emailed link, and sign in. All other sessions and all tokens end, and so do the passkeys you don’t keep.',
    who: anyone,
    body: ResetPassword,
    maxBytes: maxPasskeyBytes,
    rate: 'prove',
    gives: { 200: SignedIn, 202: FactorAsked },
    problems: [410],
    reads: ({ body: { token } }) => readLinkOfPerson(database(), hashOf(token)),
    async handle({ request, body, read: link, now }) {
      const activity = activityOf(request, 'password-reset', now);
      const done = await resetPassword(database(), body, link, activity, now);
      if (!done.ok) throw linkProblem(done);
      return signInAfterWrite('Your new password is saved', async () => {
        await requireNotBanned(done.user, now);
        const user = await grantConfiguredOwner(database(), done.user, environment());
        return signInAfterReset(request, user, done, now);
      });
    },
  }),

  'POST /api/auth/undo': route({
    id: 'undoAccess',
    summary: 'Remove the passkey, token or second step that an email was about, with the link in it.',
    ...byLink,
    gives: { 200: Undone },
    problems: [410],
    handle: async ({ request, body: { token }, read: record, now }) =>
      usedBy(await undoAccess(database(), { token, record }, activityOfLink(request, now), now)),
  }),

  'POST /api/auth/verify': route({
    id: 'useLink',
    summary:
      'Confirm, change or take back an address with an emailed link. The address of the site’s owner is confirmed from a session of the account.',
    ...byLink,
    gives: { 200: LinkUsed },
    problems: [403, 409, 410],
    async handle({ request, body: { token }, read: record, now }) {
      const signedInAs = async () => (await readSessionUser(request))?.user.id;
      const link = { token, signedInAs, ...(record && { record }) };
      return usedBy(await consumeLink(database(), link, environment(), activityOfLink(request, now), now));
    },
  }),

  'POST /api/auth/verify/send': route({
    id: 'sendVerification',
    summary: 'Ask for an email with a link that confirms your address.',
    who: session(),
    gives: { 202: MailAsked },
    problems: [429],
    async handle({ context, caller: { user }, now }) {
      await requireRate('verifyTo', user.email ?? user.id);
      await afterAnswer(context, () => sendVerification(database(), user, now));
      return { asked: true as const };
    },
  }),
} satisfies Routes;

/** Makes the entry of activity for what a link did. */
const activityOfLink = (request: Request, now: Date) => (kind: ActivityKind, detail?: string) =>
  activityOf(request, kind, now, detail);

type NotUsed = NotChanged | { ok: false; reason: 'signed-out' };

function usedBy<Used>(done: { ok: true; used: Used } | NotUsed): Used {
  if (done.ok) return done.used;
  throw linkProblem(done);
}

/** The answer to a mailed link that no longer works. */
function linkProblem({ reason }: NotUsed): HttpError {
  if (reason === 'signed-out') {
    const detail =
      'Nothing was changed: this address makes its account the owner of the site. Sign in to that account, then open the link again. If somebody else opened it, choose “Forgot your password?” to make it yours.';
    return new HttpError(403, 'Forbidden', detail);
  }
  return reason === 'taken'
    ? new HttpError(409, 'Conflict', 'Nothing was changed: another account has this address now.')
    : new HttpError(410, 'Gone', 'Nothing was changed: this link has been used, or has expired. Ask for a new one.');
}
