import { hkdfSync } from 'node:crypto';
import { jwtDecrypt } from 'jose/jwt/decrypt';
import { EncryptJWT } from 'jose/jwt/encrypt';
import { z } from 'zod';
import { environment } from '../../platform/server/env.ts';
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
import { requireNotBanned } from './suspension.ts';

/** A session id sealed for a cookie: encrypted, authenticated and void after `seconds`. */
export async function seal(sid: string, secret: string, seconds: number, now = new Date()): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new EncryptJWT({ sid })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .encrypt(await keyOf(secret));
}

/** The session id in a sealed value, or undefined when it is broken, altered, expired or sealed with another secret. */
export async function unseal(sealed: string, secret: string): Promise<string | undefined> {
  const options = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  };
  const opened = await jwtDecrypt(sealed, await keyOf(secret), options).catch(() => undefined);
  const sid = opened?.payload['sid'];
  return typeof sid === 'string' ? sid : undefined;
}

const keys = new Map<string, Promise<CryptoKey>>();

/** Made once a secret: a key that is not in the runtime's own form is brought into it at every use. */
function keyOf(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'commonplace session v1', 32));
  const key = crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  keys.set(secret, key);
  return key;
}

/** What is sealed: each purpose has a key of its own, so that nothing made for one opens under another. */
type Purpose = 'secret' | 'setup' | 'signin' | 'export';

/** Text for one purpose and person, encrypted and authenticated, void after `seconds` where they are given. */
export async function sealFor(
  purpose: Purpose,
  userId: string,
  text: string,
  now: Date,
  seconds?: number,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  const token = new EncryptJWT({ text })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(userId)
    .setIssuedAt(issued);
  if (seconds !== undefined) token.setExpirationTime(issued + seconds);
  return token.encrypt(keyFor(purpose));
}

const Opened = z.object({ sub: z.string(), text: z.string() });

/** Whom it is about and what was sealed; undefined for what is broken, too old, or sealed for something else. */
export async function unsealFor(
  purpose: Purpose,
  sealed: string,
  now: Date,
): Promise<{ userId: string; text: string } | undefined> {
  const options = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
    currentDate: now,
  };
  const opened = await jwtDecrypt(sealed, keyFor(purpose), options).catch(() => undefined);
  const read = Opened.safeParse(opened?.payload);
  return read.success ? { userId: read.data.sub, text: read.data.text } : undefined;
}

function keyFor(purpose: Purpose): Uint8Array {
  const { SESSION_SECRET } = environment();
  return new Uint8Array(hkdfSync('sha256', SESSION_SECRET, '', `commonplace second factor ${purpose} v1`, 32));
}

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
