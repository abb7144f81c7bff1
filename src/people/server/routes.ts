import * as z from 'zod';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { afterAnswer } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type CallsOf, type Routes } from '../../platform/server/http/route.ts';
import { requireDownloadLeft } from '../../platform/server/rates.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { afterProfileChange } from '../../publishing/server/publishing.ts';
import {
  Account,
  ChangeAddress,
  ChangePassword,
  MailAsked,
  OwnSession,
  ProfilePatch,
  Storage,
} from '../model/account.ts';
import { Activity } from '../model/activity.ts';
import { SignedIn, Author, shownName } from '../model/user.ts';
import { maxAccountBytes } from './accounts.ts';
import { sendAddressChange, requireAddressMail } from './addresses.ts';
import { requireNotSuspended, session } from './callers.ts';
import { changePassword, readForPassword } from './passwords.ts';
import { accountOf, changeProfile, accountGoneProblem, profileProblem } from './profile.ts';
import { checkProof, readProof, rememberProof, withProof } from './proof.ts';
import { accessRoutes } from './routes-access.ts';
import { linkRoutes } from './routes-links.ts';
import { signInRoutes } from './routes-sign-in.ts';
import { readWithSession } from './session-cookie.ts';
import {
  sessionEndedProblem,
  signedIn,
  signInIfUnchanged,
  activityOf,
  recordCall,
  endSession,
  ownSessions,
} from './session.ts';
import { storageOf } from './storage.ts';
import { listActivity } from './store/activity.ts';
import { deleteOtherSessions } from './store/sessions.ts';
import { usersWithPrefix } from './store/users.ts';

/** The first characters of a handle. */
const PeopleQuery = z.strictObject({
  prefix: z
    .string()
    .toLowerCase()
    .regex(new RegExp(`^[a-z0-9_]{1,${limits.handle.max}}$`), 'Send the first characters of a handle: a-z, 0-9 and _.'),
});

const NamedPeople = z.object({ people: z.array(Author.pick({ handle: true, name: true })) });

/** The maximum number of people to choose from. */
const maxNamed = 8;

/** The first people by handle whose handle begins with the prefix, as readers see them. */
async function peopleWithPrefix(redis: Redis, prefix: string): Promise<{ handle: string; name: string }[]> {
  const users = await usersWithPrefix(redis, prefix, maxNamed);
  return users.map((user) => ({ handle: user.handle, name: shownName(user) }));
}

const OwnAccount = z.object({ account: Account });
const Sessions = z.object({ sessions: z.array(OwnSession) });

/** Signing in, one's own account and the ways into it, and other people. */
export const peopleRoutes = {
  ...signInRoutes,
  ...linkRoutes,

  'GET /api/account': route({
    id: 'readAccount',
    summary: 'Get your account.',
    who: session(),
    gives: { 200: OwnAccount },
    handle: ({ caller, now }) => ({ account: accountOf(caller.user, now) }),
  }),

  'PATCH /api/account': route({
    id: 'changeProfile',
    summary:
      'Change your name, your bio, your handle (once in 30 days; the old one leads to you), or whether the model may read your private notes when you ask about them.',
    who: session(),
    body: ProfilePatch,
    maxBytes: maxAccountBytes,
    rate: 'profile',
    gives: { 200: OwnAccount },
    problems: [403, 409, 410],
    async handle({ request, context, caller: { user }, body, now }) {
      const { modelReadsPrivate: _, ...shown } = body;
      if (Object.keys(shown).length > 0) requireNotSuspended(user, 'profile', now);
      const activityFor = (handle: string) => activityOf(request, 'handle-changed', now, `@${handle}`);
      const changed = await changeProfile(database(), user.id, body, activityFor, now);
      if (!changed.ok) throw profileProblem(changed, now);
      await afterProfileChange(changed.revision, user.id, context, 'edits');
      return { account: accountOf(changed.user, now) };
    },
  }),

  'POST /api/account/password': route({
    id: 'changePassword',
    summary: 'Change your password. Other sessions, tokens and passkeys end, except those you keep.',
    ...withProof,
    body: ChangePassword,
    gives: { 200: SignedIn },
    problems: [410],
    reads: ({ request, body: { keep, ...proof } }) =>
      Promise.all([
        readProof(request, proof),
        readWithSession(request, (userId) => readForPassword(database(), userId, keep.sessions)),
      ]),
    async handle({ request, caller, body: { password, keep, ...proof }, read: [proven, account], now }) {
      await checkProof(caller, proof, proven, now);
      const activity = activityOf(request, 'password-changed', now);
      const known = await account(caller.user.id);
      const done = await changePassword(database(), caller, { password, keep }, known, activity);
      if (!done.ok) throw done.reason === 'spent' ? sessionEndedProblem() : accountGoneProblem();
      // This session ends too, and a new one replaces it, so that a copy of its cookie is void.
      const cookie = await signInIfUnchanged(request, { userId: done.user.id, passwordHash: done.passwordHash });
      if (cookie === undefined) {
        // The password was changed again elsewhere in between.
        throw new HttpError(401, 'Unauthorized', 'You’ve been signed out in the meantime. Sign in again.');
      }
      return signedIn(done.user, cookie);
    },
  }),

  'POST /api/account/email': route({
    id: 'changeAddress',
    summary: 'Ask for an email to your new address with a link that confirms it.',
    ...withProof,
    body: ChangeAddress,
    maxBytes: maxAccountBytes,
    gives: { 202: MailAsked },
    async handle({ request, context, caller, body: { email, ...proof }, read, now }) {
      const { user } = caller;
      await checkProof(caller, proof, read, now);
      await requireAddressMail(user.id, email);
      await rememberProof(caller, now, activityOf(request, 'address-change-asked', now, email));
      await afterAnswer(context, () => sendAddressChange(database(), user, email, now));
      return { asked: true as const };
    },
  }),

  'GET /api/account/sessions': route({
    id: 'listSessions',
    summary: 'List where you’re signed in.',
    who: session(),
    gives: { 200: Sessions },
    handle: async ({ caller }) => ({ sessions: await ownSessions(database(), caller) }),
  }),

  'DELETE /api/account/sessions': route({
    id: 'endOtherSessions',
    summary: 'Sign out everywhere else.',
    who: session(),
    gives: { 200: Sessions },
    async handle({ request, caller, now }) {
      const [sessions] = await Promise.all([
        ownSessions(database(), caller),
        deleteOtherSessions(database(), caller.user.id, caller.sid),
        recordCall(request, caller.user.id, 'sessions-ended', now),
      ]);
      return { sessions: sessions.filter(({ current }) => current) };
    },
  }),

  'DELETE /api/account/sessions/{id}': route({
    id: 'endSession',
    summary: 'Sign out in one place.',
    who: session(),
    gives: { 204: null },
    problems: [404],
    async handle({ request, at: { id = '' }, caller, now }) {
      const activityFor = (device: string) => activityOf(request, 'session-ended', now, device);
      if (await endSession(database(), caller.user.id, id, activityFor)) return;
      throw new HttpError(404, 'Not Found', 'That device has already been signed out.');
    },
  }),

  'GET /api/account/activity': route({
    id: 'listActivity',
    summary: 'List what has happened to your account in the last 180 days, newest first, at most 200.',
    who: session(),
    gives: { 200: z.object({ activity: z.array(Activity) }) },
    handle: async ({ caller, now }) => ({ activity: await listActivity(database(), caller.user.id, now) }),
  }),

  'GET /api/account/storage': route({
    id: 'readStorage',
    summary: 'Get how many bytes you use here, and how many you can.',
    who: session(),
    gives: { 200: Storage },
    handle: ({ caller, now }) => storageOf(caller.user.id, now),
  }),

  'GET /api/account/downloads': route({
    id: 'checkDownloads',
    summary: 'See whether you can download something now. 429 says when you can again.',
    who: session(),
    gives: { 200: z.object({ allowed: z.literal(true) }) },
    problems: [429],
    async handle({ caller }) {
      await requireDownloadLeft(caller.user.id);
      return { allowed: true as const };
    },
  }),

  ...accessRoutes,

  'GET /api/people': route({
    id: 'findPeople',
    summary: 'Find people to mention by the beginning of their handle.',
    who: session(),
    query: PeopleQuery,
    gives: { 200: NamedPeople },
    handle: async ({ query: { prefix } }) => ({ people: await peopleWithPrefix(database(), prefix) }),
  }),
} satisfies Routes;

export type PeopleCalls = CallsOf<typeof peopleRoutes>;
