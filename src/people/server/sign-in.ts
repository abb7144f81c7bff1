import { database } from '../../platform/server/database.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { requireRates } from '../../platform/server/rates.ts';
import { StoreUnreachable, type Redis } from '../../platform/server/store/redis.ts';
import type { ActivityKind } from '../model/activity.ts';
import type { FactorAsked, FactorSignIn } from '../model/second-factor.ts';
import type { User } from '../model/user.ts';
import { spendCode } from './second-factor.ts';
import { signedIn, signInIfUnchanged } from './session.ts';
import { changeAccount } from './store/account-changes.ts';
import { listPasskeys } from './store/passkeys.ts';
import { forgetPasskeyEnd, readFactor, type PasskeyEnd, type StoredFactor } from './store/second-factor.ts';
import { readUser } from './store/users.ts';
import { sealFor, unsealFor } from './seal.ts';
import { requireNotBanned } from './suspension.ts';

/** How long a person has for finding the phone. */
const codeSeconds = 5 * 60;

/**
 * Signs in a person who has just proven the password of this hash; asks for a code instead where they have a second
 * step. Undefined where the password was changed, or a second step turned on, in between.
 */
export async function signInOrAsk(
  request: Request,
  user: User,
  { passwordHash, as, factor }: { passwordHash: string; as?: ActivityKind; factor: StoredFactor | undefined },
  now: Date,
): Promise<Response | undefined> {
  if (factor) {
    const token = await sealFor('signin', user.id, passwordHash, now, codeSeconds);
    return Response.json({ factor: 'totp', token } satisfies FactorAsked, { status: 202 });
  }
  const cookie = await signInIfUnchanged(request, { userId: user.id, passwordHash, unasked: true, as }, now);
  if (cookie === undefined) return undefined;
  return signedIn(user, cookie);
}

/** The same after a mailed link has set the password. */
export async function signInAfterReset(
  request: Request,
  user: User,
  set: { passwordHash: string; factor: StoredFactor | undefined },
  now: Date,
): Promise<Response> {
  return (await signInOrAsk(request, user, set, now)) ?? tooLate();
}

/**
 * Signs in whoever has just made what they sign in with. Where the store fails now, that is made all the same: throws
 * HttpError 503 that begins with it (`made`), as sending the same again would be refused.
 */
export async function afterMaking<Done>(made: string, signingIn: () => Promise<Done>): Promise<Done> {
  try {
    return await signingIn();
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    const message = `${made}, but signing you in didn’t work. Sign in with it in a moment.`;
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    throw new HttpError(503, 'Service Unavailable', message, { headers, errors: [{ path: '', message }] });
  }
}

/** Signs in with the code that was asked for. Throws HttpError 401 for a wrong one and 429 for too many. */
export async function signInWithFactor(
  request: Request,
  { client }: CallContext,
  { token, code }: FactorSignIn,
  now: Date,
): Promise<Response> {
  const asked = await unsealFor('signin', token, now);
  const call = { name: 'prove', key: client } as const;
  if (!asked) {
    await requireRates(call);
    return tooLate();
  }
  const { userId, text: passwordHash } = asked;
  const [user, on] = await Promise.all([
    readUser(database(), userId),
    readFactor(database(), userId),
    requireRates(call, { name: 'factor', key: userId }),
  ]);
  if (!user || user.deletedAt !== undefined) return tooLate();
  await requireNotBanned(user, now);
  // If the second step was turned off in between, the password is enough.
  const by = on ? await spendCode(database(), userId, { code, factor: on }, now) : 'app';
  if (!by) {
    const message = 'This code is wrong or has been used. Wait for the next one, or enter another recovery code.';
    throw new HttpError(401, 'Unauthorized', message, { errors: [{ path: 'code', message }] });
  }
  if (on?.ends) await endPasskeys(database(), userId, on.ends);
  const as = by === 'recovery' ? 'recovery-code-used' : 'signed-in-password';
  const cookie = await signInIfUnchanged(request, { userId, passwordHash, as }, now);
  if (cookie === undefined) return tooLate();
  return signedIn(user, cookie);
}

/** Ends the passkeys that a password reset left until the code was right, and none that was added since. */
async function endPasskeys(redis: Redis, userId: string, { at, keep }: PasskeyEnd): Promise<void> {
  const later = (await listPasskeys(redis, userId)).filter(({ createdAt }) => createdAt > at).map(({ id }) => id);
  const ends = { passkeys: { keep: [...keep, ...later] } };
  await changeAccount(redis, userId, (user) => ({ ok: true, user, ends }));
  await forgetPasskeyEnd(redis, userId);
}

function tooLate(): never {
  throw new HttpError(401, 'Unauthorized', 'That took too long, or the password has changed. Start signing in again.');
}
