import { hash, randomBytes } from 'node:crypto';
import type { TOTP } from 'otpauth';
import { HttpError } from '../../platform/server/http/problem.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import { type Redis, StoreUnreachable } from '../../platform/server/store/redis.ts';
import type { Activity, ActivityKind } from '../model/activity.ts';
import {
  recoveryCodeCount,
  type ConfirmFactor,
  type NewFactor,
  type FactorAsked,
  type FactorSignIn,
} from '../model/sign-in.ts';
import type { User } from '../model/user.ts';
import { sealFor, unsealFor } from './seal.ts';
import { sessionEndedProblem, type LiveSession, signedIn, signInIfUnchanged } from './session.ts';
import {
  putFactor,
  replaceRecoveryCodes,
  consumeRecoveryCode,
  consumeTotpStep,
  type StoredFactor,
  forgetPasskeyEnd,
  readFactor,
  type PasskeyEnd,
} from './store/second-factor.ts';
import { database } from '../../platform/server/database.ts';
import type { CallContext } from '../../platform/server/http/endpoint.ts';
import { requireRates } from '../../platform/server/rates.ts';
import { changeAccount } from './store/account-changes.ts';
import { listPasskeys } from './store/passkeys.ts';
import { readUser } from './store/users.ts';
import { requireNotBanned } from './callers.ts';

/** How long a person has to find the app and scan the QR code. */
const setupSeconds = 15 * 60;
const periodSeconds = 30;

/** The parameters that every authenticator app supports: SHA-1, six digits, thirty seconds. */
async function totpOf(base32: string, handle = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth');
  const issuer = siteIdentity().name;
  const secret = Secret.fromBase32(base32);
  return new TOTP({ issuer, label: handle, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds });
}

/** A new secret. Nothing is stored or changed before a code made with it is sent back. */
export async function newFactor(user: User, now: Date): Promise<NewFactor> {
  const { Secret } = await import('otpauth');
  const secret = new Secret({ size: 20 }).base32;
  const address = (await totpOf(secret, user.handle)).toString();
  return {
    secret,
    address,
    qr: await qrCodeOf(address),
    token: await sealFor('setup', user.id, secret, now, setupSeconds),
  };
}

/** A QR code as an SVG path of its dark modules, one unit each, with the quiet zone around it. */
async function qrCodeOf(text: string): Promise<NewFactor['qr']> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

type Confirmed =
  { ok: true; codes: string[]; since: string } | { ok: false; reason: 'expired' | 'wrong' | 'ended' | 'on' };

/** Turns the second step on if the code proves that the app has the secret. */
export async function confirmFactor(
  redis: Redis,
  { sid, user }: Pick<LiveSession, 'sid' | 'user'>,
  { token, code }: ConfirmFactor,
  activity: Activity,
  now: Date,
): Promise<Confirmed> {
  const setup = await unsealFor('setup', token, now);
  if (setup?.userId !== user.id) return { ok: false, reason: 'expired' };
  const step = await stepOf(setup.text, code, now);
  if (step === undefined) return { ok: false, reason: 'wrong' };
  const since = now.toISOString();
  const codes = await newRecoveryCodes();
  const secret = await sealFor('secret', user.id, setup.text, now);
  const factor = { secret, since, step, codes: codes.map(hashOfCode) };
  const outcome = await putFactor(redis, { userId: user.id, sid }, factor, activity);
  return outcome === 'put' ? { ok: true, codes, since } : { ok: false, reason: outcome };
}

/** New recovery codes, which replace all earlier ones; undefined if there is no second step. */
export async function newCodesFor(redis: Redis, user: User, activity: Activity): Promise<string[] | undefined> {
  const codes = await newRecoveryCodes();
  return (await replaceRecoveryCodes(redis, user.id, codes.map(hashOfCode), activity)) ? codes : undefined;
}

/** Spends a code of the app or a recovery code, and returns which of the two it is. Undefined for a wrong or used one. */
async function spendCode(
  redis: Redis,
  userId: string,
  { code, factor }: { code: string; factor: StoredFactor },
  now: Date,
): Promise<'app' | 'recovery' | undefined> {
  if (code.length > 6) return (await consumeRecoveryCode(redis, userId, hashOfCode(code))) ? 'recovery' : undefined;
  const secret = await unsealFor('secret', factor.secret, now);
  if (secret?.userId !== userId) return undefined;
  const step = await stepOf(secret.text, code, now);
  return step !== undefined && (await consumeTotpStep(redis, userId, step)) ? 'app' : undefined;
}

/** The time step of this code: the current one or one of its neighbours. The library compares in constant time. */
async function stepOf(base32: string, code: string, now: Date): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = (await totpOf(base32)).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

/** 80 random bits each, in four groups: too many to guess, even from their hashes. */
async function newRecoveryCodes(): Promise<string[]> {
  const { Secret } = await import('otpauth');
  return Array.from({ length: recoveryCodeCount }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer });
    return base32.match(/.{4}/g)?.join('-') ?? base32;
  });
}

function hashOfCode(code: string): string {
  return hash('sha256', code.replaceAll('-', ''), 'base64url');
}

/** Why the second step was not changed. */
export function factorProblem(reason: 'expired' | 'wrong' | 'ended' | 'on' | 'off'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEndedProblem();
    case 'expired':
      return new HttpError(410, 'Gone', 'That took too long. Start again, with a new key for the app.');
    case 'on': {
      const detail = 'Two-step sign-in is already on. To use another app, turn it off first.';
      return new HttpError(409, 'Conflict', detail);
    }
    case 'off':
      return new HttpError(404, 'Not Found', 'Two-step sign-in isn’t on.');
    case 'wrong': {
      const message = 'That isn’t the code your app should be showing. Check your phone’s clock, then try again.';
      return new HttpError(403, 'Forbidden', message, { errors: [{ path: 'code', message }] });
    }
  }
}

/** How long a person has to find the phone. */
const codeSeconds = 5 * 60;

/**
 * Signs in a person who has just proven the password with this hash, or asks for a code if they have a second step.
 * Undefined if the password was changed, or a second step turned on, in between.
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
 * Signs in a person after their account or password was written. If the store fails now, that write has happened all the
 * same: throws HttpError 503 whose message begins with `made`, since repeating the call would be refused.
 */
export async function signInAfterWrite<Done>(made: string, signingIn: () => Promise<Done>): Promise<Done> {
  try {
    return await signingIn();
  } catch (error) {
    if (!(error instanceof StoreUnreachable)) throw error;
    const message = `${made}, but signing you in didn’t work. Sign in with it in a moment.`;
    const headers = { 'Retry-After': String(error.retryAfterSeconds) };
    throw new HttpError(503, 'Service Unavailable', message, { headers, errors: [{ path: '', message }] });
  }
}

/** Signs in with the code that was asked for. Throws HttpError 401 for a wrong one and 429 for too many attempts. */
export async function signInWithFactor(
  request: Request,
  { client }: CallContext,
  { token, code }: FactorSignIn,
  now: Date,
): Promise<Response> {
  const unsealed = await unsealFor('signin', token, now);
  const call = { name: 'prove', key: client } as const;
  if (!unsealed) {
    await requireRates(call);
    return tooLate();
  }
  const { userId, text: passwordHash } = unsealed;
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

/** Ends the passkeys that a password reset left until the code was correct, but none added since. */
async function endPasskeys(redis: Redis, userId: string, { at, keep }: PasskeyEnd): Promise<void> {
  const later = (await listPasskeys(redis, userId)).filter(({ createdAt }) => createdAt > at).map(({ id }) => id);
  const ends = { passkeys: { keep: [...keep, ...later] } };
  await changeAccount(redis, userId, (user) => ({ ok: true, user, ends }));
  await forgetPasskeyEnd(redis, userId);
}

function tooLate(): never {
  throw new HttpError(401, 'Unauthorized', 'That took too long, or the password has changed. Start signing in again.');
}
