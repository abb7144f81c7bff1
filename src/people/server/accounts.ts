import { v7 as uuidv7 } from 'uuid';
import { database } from '../../platform/server/database.ts';
import { type Environment, environment, isLoopback } from '../../platform/server/env.ts';
import { afterAnswer, type CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { countCalls, isWithinRate, requireAllowed } from '../../platform/server/rates.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Activity } from '../model/activity.ts';
import { suspensionOf } from '../model/permissions.ts';
import type { SignIn, SignUp, User } from '../model/user.ts';
import { passwordGuessesEmail } from './emails.ts';
import { hashPassword, needsRehash, dummyHash, verifyPassword } from './password-hash.ts';
import { activityOf } from './session.ts';
import { recordActivity } from './store/activity.ts';
import { putRole, type RolePut } from './store/roles.ts';
import { hashOf, TokenPurpose } from './store/tokens.ts';
import { createUser, findUserByEmail, replacePasswordHash, type StoredText } from './store/users.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { keys } from '../../platform/server/store/keys.ts';
import { toStored } from '../../platform/server/store/stored.ts';
import {
  changeAccount,
  endAllAccess,
  type AccountChange,
  type AccountChanged,
  type NotChanged,
} from './store/account-changes.ts';

/** The maximum size of a body in calls about accounts. */
export const maxAccountBytes = 16 * 1024;
/** The same for bodies with a device's answer for a passkey. */
export const maxPasskeyBytes = 64 * 1024;

type Registered = { ok: true; user: User } | { ok: false; reason: 'taken'; fields: ('email' | 'handle')[] };

type Settings = Pick<Environment, 'OWNER_EMAIL' | 'SITE_URL'>;

/**
 * Creates an account. Without a name, the handle is the name. On one's own machine, the first person who signs up owns the
 * installation unless OWNER_EMAIL is set. A site that others can reach has no owner until OWNER_EMAIL names one.
 */
export async function register(
  redis: Redis,
  { password, ...wished }: SignUp,
  { OWNER_EMAIL, SITE_URL }: Settings,
  now: Date,
): Promise<Registered> {
  const user: User = {
    id: newUserId(),
    handle: wished.handle,
    name: wished.name || wished.handle,
    email: wished.email,
    bio: '',
    createdAt: now.toISOString(),
  };
  const ownsIfFirst = OWNER_EMAIL === undefined && isLoopback(SITE_URL);
  const suspendedEmail = suspendedKeyOf(wished.email);
  return createUser(redis, user, { passwordHash: await hashPassword(password) }, { ownsIfFirst, suspendedEmail });
}

/**
 * The user with this address and password, and the password's hash. Undefined for a wrong password and for an unknown
 * address, which take the same time. A hash with an older cost is replaced.
 */
export async function authenticate(
  redis: Redis,
  { email, password }: SignIn,
  finding = findUserByEmail(redis, email),
): Promise<{ user: User; passwordHash: string } | undefined> {
  const found = await finding;
  const matches = await verifyPassword(password, found?.passwordHash ?? dummyHash());
  if (!found || !matches) return undefined;
  if (needsRehash(found.passwordHash)) {
    const passwordHash = await hashPassword(password);
    const replaced = await replacePasswordHash(redis, found.user.id, found.passwordHash, passwordHash);
    return replaced ? { user: found.user, passwordHash } : undefined;
  }
  return found;
}

/** The form of a user's id: longer than any handle, and never a number. People of the first collection have one with dashes. */
export const userIdForm = /^u[_-][0-9a-f-]{32,36}$/;

function newUserId(): string {
  return `u_${uuidv7().replaceAll('-', '')}`;
}

/**
 * Call this right after a person has proven their address, with that address in `user.email`: if OWNER_EMAIL names it, they
 * become an owner of the installation. Returns the person as they are afterwards.
 */
export async function grantConfiguredOwner(
  redis: Redis,
  user: User,
  { OWNER_EMAIL }: Pick<Environment, 'OWNER_EMAIL'>,
): Promise<User> {
  if (OWNER_EMAIL === undefined || user.email !== OWNER_EMAIL) return user;
  const put = await putRole(redis, user.id, 'owner');
  return put.ok ? put.user : user;
}

/**
 * Throws HttpError 429 if too many passwords were tried for this address, from this client or from all, whether or not it
 * has an account, so that the limit does not reveal which addresses have one. The owner gets a mail, and other ways to sign
 * in stay open.
 */
export async function limitPasswordGuesses(
  request: Request,
  context: CallContext,
  email: string,
  now: Date,
): Promise<void> {
  const from = { name: 'signIn', key: `${email} ${context.client}` } as const;
  const [byClient, byAddress] = await countCalls(from, { name: 'guesses', key: hashOf(email) });
  requireAllowed(byClient);
  if (!byAddress || byAddress.ok) return;
  await afterAnswer(context, () => notifyOfGuesses(email, activityOf(request, 'guesses-limited', now)));
  const message =
    'Too many wrong passwords were tried for this address, so signing in by password is paused for up to an hour. Sign in with a passkey, or choose “Forgot your password?” and we’ll email you a link.';
  throw new HttpError(429, 'Too Many Requests', message, {
    headers: { 'Retry-After': String(byAddress.retryAfterSeconds) },
    errors: [{ path: '', message }],
  });
}

/** Notifies the owner of an account, if there is one, that its password is being guessed: at most once a day. */
async function notifyOfGuesses(email: string, activity: Activity): Promise<void> {
  const found = await findUserByEmail(database(), email);
  if (!found || !(await isWithinRate('guessMail', found.user.id))) return;
  await recordActivity(database(), found.user.id, activity);
  await sendMail(passwordGuessesEmail(email, found.user.handle));
}

export { forgetRole } from './store/roles.ts';

/**
 * For this long nobody can take the handle of a deleted account, so that old links and mentions do not lead to a stranger.
 */
const handleRestSeconds = 180 * 24 * 60 * 60;

export type AccountClosed = AccountChanged | NotChanged | { ok: false; reason: 'last-owner' };

/**
 * Removes the role of a person who is about to leave. This step refuses to leave the installation without an owner. `known`
 * is the stored person.
 */
export function resignRole(redis: Redis, userId: string, known?: StoredText): Promise<RolePut> {
  return putRole(redis, userId, 'member', { known });
}

/**
 * Closes an account in one step, after its role was given up: nobody can sign in to it any more, its address is free unless they are suspended, and
 * readers see “Former member” instead of its name. Refused to the only owner of the installation. `deletion`: how the
 * deletion goes on, recorded in the same step, since another call may have begun one that goes on otherwise.
 */
export async function closeAccount(
  redis: Redis,
  userId: string,
  { role, deletion, now }: { role: RolePut; deletion: string; now: Date },
): Promise<AccountClosed> {
  if (!role.ok && role.reason === 'last') return { ok: false, reason: 'last-owner' };
  const handle = `former_${randomBytes(5).toString('hex')}`;
  const close = (user: User): AccountChange => ({
    ok: true,
    user: remainsOf(user, handle, now),
    shown: true,
    claims: [keys.handle(handle)],
    holds: [
      ...[user.handle, ...(user.formerHandles ?? [])].map((name) => ({
        name: keys.handle(name),
        seconds: handleRestSeconds,
      })),
      ...suspendedAddress(user, now),
    ],
    frees: user.email === undefined ? [] : [keys.email(user.email)],
    passwordHash: null,
    ends: endAllAccess,
    voidTokens: TokenPurpose.options,
    deletion,
  });
  return changeAccount<NotChanged>(redis, userId, close, role.ok ? toStored(role.user) : undefined);
}

/** Seconds that stand for a suspension for good: a century. */
const forGoodSeconds = 100 * 365 * 24 * 60 * 60;

/** The address of a suspended person cannot be used for another account before the suspension ends. Only a hash of it is stored. */
function suspendedAddress(user: User, now: Date): { name: string; seconds: number }[] {
  const suspension = suspensionOf(user, now);
  if (!suspension || user.email === undefined) return [];
  const { until } = suspension;
  const seconds = until === null ? forGoodSeconds : Math.ceil((Date.parse(until) - now.getTime()) / 1000);
  return [{ name: suspendedKeyOf(user.email), seconds }];
}

/** The key that exists while nobody may take this address. */
export function suspendedKeyOf(email: string): string {
  const hash = createHmac('sha256', environment().SESSION_SECRET).update(`address ${email}`).digest('hex');
  return keys.suspendedEmail(hash);
}

function remainsOf({ id, createdAt }: User, handle: string, now: Date): User {
  return { id, handle, name: 'Former member', bio: '', createdAt, deletedAt: now.toISOString() };
}
