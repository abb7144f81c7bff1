import * as z from 'zod';
import { database } from '../../platform/server/database.ts';
import { environment, takesAccounts } from '../../platform/server/env.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { reply, route, type Routes } from '../../platform/server/http/route.ts';
import { isWithinRate } from '../../platform/server/rates.ts';
import { PasskeySignIn } from '../model/account.ts';
import { PasskeyOptions, FactorAsked, FactorSignIn } from '../model/sign-in.ts';
import { Session, SignedIn, SignIn, SignUp } from '../model/user.ts';
import { authenticate, maxAccountBytes, maxPasskeyBytes, register, limitPasswordGuesses } from './accounts.ts';
import { sendVerification } from './addresses.ts';
import { anyone, requireNotBanned } from './callers.ts';
import { Mute } from '../../inbox/model/follow.ts';
import { mutesOf } from '../../inbox/server/follows.ts';
import { unreadCount } from '../../inbox/server/inbox.ts';
import { readViewerState, ViewerState } from '../../library/server/reading-list.ts';
import { authenticationOptions, passkeyOwner, readPasskeyKnown } from './passkeys.ts';
import {
  clearedCookie,
  hasSessionCookie,
  isScriptOrNavigation,
  openedCookie,
  sessionCookieName,
} from './session-cookie.ts';
import {
  readNamedSession,
  renewedCookie,
  sessionUserOf,
  signedIn,
  signIn,
  signInIfUnchanged,
  signOut,
} from './session.ts';
import { signInAfterWrite, signInOrAsk, signInWithFactor } from './second-factor.ts';
import { readFactor } from './store/second-factor.ts';
import { findUserByEmail } from './store/users.ts';

/**
 * Data that a page may request together with the session. Invalid requests for it are ignored, so that the session call
 * never fails for them.
 */
const ExtraQuery = z.object({ inbox: z.string().optional(), note: z.uuid().optional().catch(undefined) });
const SessionWithExtras = Session.extend({
  unread: z.int().nonnegative().optional(),
  mutes: z.array(Mute).optional(),
  marks: ViewerState.optional(),
});

/**
 * The person's own data that a page shows besides their name. If some of it cannot be read, it is omitted, and the page
 * requests it separately.
 */
async function sessionExtras(userId: string, { inbox, note }: z.output<typeof ExtraQuery>, now: Date) {
  const unlessFailed = <Value>(reading: Promise<Value>) => reading.catch(() => undefined);
  const [unread, mutes, marks] = await Promise.all([
    inbox === undefined ? undefined : unlessFailed(unreadCount(database(), userId, now)),
    inbox === undefined ? undefined : unlessFailed(mutesOf(database(), userId)),
    note && unlessFailed(readViewerState(database(), note, userId)),
  ]);
  return { ...(unread !== undefined && { unread }), ...(mutes && { mutes }), ...(marks && { marks }) };
}

/** Signing up, in and out. */
export const signInRoutes = {
  'GET /api/_auth/session': route({
    id: 'readSession',
    summary:
      'Get who is signed in. A missing, broken or expired session is an empty one. With `inbox`, also how much of theirs is unread and what they mute; with `note`, what they’ve done with that note.',
    who: anyone,
    query: ExtraQuery,
    gives: { 200: SessionWithExtras },
    async handle({ request, query, now }) {
      const vary = { 'Netlify-Vary': `cookie=${sessionCookieName(environment().SITE_URL)}` };
      if (!hasSessionCookie(request)) {
        const cdnCache = 'public, durable, max-age=86400, stale-while-revalidate=604800';
        return reply(200, {}, { ...vary, 'Netlify-CDN-Cache-Control': cdnCache });
      }
      // Started together: one round trip to the store.
      const namedSession = await openedCookie(request);
      const [live, extras] = await Promise.all([
        namedSession && readNamedSession(namedSession.sid),
        namedSession?.userId ? sessionExtras(namedSession.userId, query, now) : {},
      ]);
      // A cookie without a live session is removed, so that the CDN answers the next page load again. Requests that a page
      // makes by itself use no cookie, and sign nobody out.
      const cookie = live ? await renewedCookie(live) : isScriptOrNavigation(request) ? clearedCookie() : undefined;
      const headers = {
        ...vary,
        'Netlify-CDN-Cache-Control': 'private, no-store',
        ...(cookie && { 'Set-Cookie': cookie }),
      };
      return reply(200, live ? { user: sessionUserOf(live.user), ...extras } : {}, headers);
    },
  }),

  'DELETE /api/_auth/session': route({
    id: 'signOut',
    summary: 'Sign out. Doing it again changes nothing.',
    who: anyone,
    gives: { 200: z.object({ loggedOut: z.literal(true) }) },
    handle: async ({ request }) => reply(200, { loggedOut: true as const }, { 'Set-Cookie': await signOut(request) }),
  }),

  'POST /api/auth/signup': route({
    id: 'signUp',
    summary: 'Create an account and sign in.',
    who: anyone,
    body: SignUp,
    maxBytes: maxAccountBytes,
    rate: 'signUp',
    gives: { 201: SignedIn },
    problems: [403, 409],
    async handle({ request, context, body, now }) {
      if (!takesAccounts(environment())) throw closedProblem();
      const registered = await register(database(), body, environment(), now);
      if (!registered.ok) throw takenProblem(registered.fields);
      try {
        const { user } = registered;
        return await signInAfterWrite('Your account is there', async () =>
          signedIn(user, await signIn(request, user.id, 'account-opened'), 201),
        );
      } finally {
        await afterAnswer(context, async () => {
          if (!(await isWithinRate('verifyTo', body.email))) return;
          await sendVerification(database(), registered.user, new Date());
        });
      }
    },
  }),

  'POST /api/auth/signin': route({
    id: 'signIn',
    summary:
      'Sign in with address and password. If the account has two-step sign-in, the answer is 202 with a token to send with the code.',
    who: anyone,
    body: SignIn,
    maxBytes: maxAccountBytes,
    rate: 'signInFrom',
    gives: { 200: SignedIn, 202: FactorAsked },
    problems: [401],
    reads: ({ body }) => findUserByEmail(database(), body.email),
    async handle({ request, context, body, read: known, now }) {
      const [factor] = await Promise.all([
        known && readFactor(database(), known.user.id),
        limitPasswordGuesses(request, context, body.email, now),
      ]);
      const found = await authenticate(database(), body, Promise.resolve(known));
      if (!found) throw wrong();
      await requireNotBanned(found.user, now);
      const { user, passwordHash } = found;
      const answer = await signInOrAsk(request, user, { passwordHash, as: 'signed-in-password', factor }, now);
      if (!answer) throw wrong();
      return answer;
    },
  }),

  'POST /api/auth/signin/factor': route({
    id: 'signInWithFactor',
    summary: 'Sign in with the code of an authenticator app, or a recovery code, within five minutes of the password.',
    who: anyone,
    body: FactorSignIn,
    maxBytes: maxAccountBytes,
    gives: { 200: SignedIn },
    problems: [401, 429],
    handle: ({ request, context, body, now }) => signInWithFactor(request, context, body, now),
  }),

  'POST /api/auth/passkey/options': route({
    id: 'askForPasskey',
    summary: 'Get what a browser needs to use a passkey: WebAuthn request options.',
    who: anyone,
    rate: 'challenge',
    gives: { 200: PasskeyOptions },
    handle: async ({ now }) => ({ options: { ...(await authenticationOptions(database(), now)) } }),
  }),

  'POST /api/auth/passkey': route({
    id: 'signInWithPasskey',
    summary: 'Sign in with a passkey.',
    who: anyone,
    body: PasskeySignIn,
    maxBytes: maxPasskeyBytes,
    rate: 'prove',
    gives: { 200: SignedIn },
    problems: [401],
    reads: ({ body: { passkey } }) => readPasskeyKnown(database(), passkey),
    async handle({ request, body: { passkey }, read: known, now }) {
      const user = await passkeyOwner(database(), passkey, known, now);
      if (!user) throw unknownPasskey();
      await requireNotBanned(user, now);
      // Removing the passkey, or a new password, may have come in between and has ended all other sessions.
      const proven = { userId: user.id, passkeyId: passkey.id, as: 'signed-in-passkey' } as const;
      const cookie = await signInIfUnchanged(request, proven, now);
      if (cookie === undefined) throw unknownPasskey();
      return signedIn(user, cookie);
    },
  }),
} satisfies Routes;

const takenMessages = {
  email: 'This address already has an account. Sign in instead.',
  handle: 'This handle is taken. Choose another.',
};

function takenProblem(fields: readonly (keyof typeof takenMessages)[]): HttpError {
  const errors = fields.map((path) => ({ path, message: takenMessages[path] }));
  return new HttpError(409, 'Conflict', `Nothing was saved. Already taken: ${fields.join(', ')}.`, { errors });
}

const closedProblem = () =>
  new HttpError(403, 'Forbidden', 'This site can’t send email yet, so nobody can join. Ask whoever runs it.');
const wrong = () => new HttpError(401, 'Unauthorized', 'That address or password is wrong. Check both and try again.');
const unknownPasskey = () =>
  new HttpError(
    401,
    'Unauthorized',
    'This passkey doesn’t belong to an account here. It may have been removed: sign in with your password.',
  );
