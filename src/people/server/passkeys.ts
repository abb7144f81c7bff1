import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { Activity } from '../model/activity.ts';
import type { NewPasskey, OwnPasskey, Passkey, PasskeyUsed } from '../model/passkey.ts';
import type { User } from '../model/user.ts';
import { sessionEndedProblem, type LiveSession } from './session.ts';
import { addPasskey, listPasskeys, notePasskeyUse, readPasskey } from './store/passkeys.ts';
import { takeToken, hashOf, issueToken } from './store/tokens.ts';
import { readUser, readPasswordHash } from './store/users.ts';
import { database } from '../../platform/server/database.ts';
import { requireRate } from '../../platform/server/rates.ts';
import type { Proof } from '../model/account.ts';
import { nobodysHash, verifyPassword } from './passwords.ts';
import { noteProof } from './store/sessions.ts';

/** The relying party of passkeys: they are bound to the site's host, and work on its own pages alone. */
function site() {
  const { SITE_URL, SITE_NAME } = environment();
  const { hostname, origin } = new URL(SITE_URL);
  return { rpID: hostname, rpName: SITE_NAME, origin };
}

/** Loaded where a passkey is made or used, because it takes longer to load than all other code for signing in. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 by their COSE numbers: every device of today signs with one of them. */
const algorithms = [-8, -7, -257];

/** What the browser needs to make a passkey for this person. The challenge can be answered once, within five minutes. */
export async function registrationOptions(redis: Redis, user: User, now: Date) {
  const { rpID, rpName } = site();
  const [token, known] = await Promise.all([
    issueToken(redis, { purpose: 'enrol', userId: user.id }, now),
    listPasskeys(redis, user.id),
  ]);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName: user.handle,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  });
}

type NotKept = { ok: false; reason: 'unproven' | 'ended' | 'exists' | 'full' };

/** Stores the passkey that this person's browser made, if it answers a challenge that was made for them. */
export async function registerPasskey(
  redis: Redis,
  { sid, user }: Pick<LiveSession, 'sid' | 'user'>,
  { name, made }: NewPasskey,
  activity: Activity,
  now: Date,
): Promise<{ ok: true; passkey: Passkey } | NotKept> {
  const { rpID, origin } = site();
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: made,
    expectedChallenge: async (challenge) => (await takeToken(redis, hashOf(challenge), 'enrol'))?.userId === user.id,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: algorithms,
  }).catch(undefinedIfUnproven);
  if (!verified?.verified) return { ok: false, reason: 'unproven' };
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const passkey: Passkey = {
    id: credential.id,
    userId: user.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: made.response.transports ?? [],
    name,
    backedUp: credentialBackedUp,
    createdAt: now.toISOString(),
    lastUsedAt: null,
  };
  const added = await addPasskey(redis, sid, passkey, activity);
  return added.ok ? { ok: true, passkey } : added;
}

/** What the browser needs to use a passkey of any account. */
export async function authenticationOptions(redis: Redis, now: Date) {
  const token = await issueToken(redis, { purpose: 'assert' }, now);
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site().rpID,
    userVerification: 'required',
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
  });
}

/** The owner of the stored `passkey` that answered our challenge, which is spent. Undefined where the answer proves nothing. */
export async function passkeyOwner(
  redis: Redis,
  used: PasskeyUsed,
  passkey: Passkey | undefined,
  now: Date,
): Promise<User | undefined> {
  const { rpID, origin } = site();
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: async (challenge) => (await takeToken(redis, hashOf(challenge), 'assert')) !== undefined,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(undefinedIfUnproven);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const next = { ...passkey, counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now.toISOString() };
  // A copy of the key that answers at the same moment finds another counter, and is refused.
  const [noted, user] = await Promise.all([notePasskeyUse(redis, passkey, next), readUser(redis, passkey.userId)]);
  if (!noted) return undefined;
  return user?.deletedAt === undefined ? user : undefined;
}

/** A passkey as its owner sees it. */
export function ownPasskeyOf({ id, name, backedUp, createdAt, lastUsedAt }: Passkey): OwnPasskey {
  return { id, name, backedUp, createdAt, lastUsedAt };
}

/** The library throws where an answer does not fit, which proves nothing; that the store is unreachable is thrown on. */
function undefinedIfUnproven(error: unknown): undefined {
  if (error instanceof Error && error.name === 'StoreUnreachable') throw error;
  return undefined;
}

/** Why a passkey was not added, renamed or removed. */
export function passkeyProblem(reason: 'unproven' | 'ended' | 'exists' | 'full' | 'missing'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEndedProblem();
    case 'missing':
      return new HttpError(404, 'Not Found', 'There’s no such passkey. It has already been removed.');
    case 'exists':
      return new HttpError(409, 'Conflict', 'Nothing was saved: this passkey is already in use.');
    case 'full':
      return new HttpError(409, 'Conflict', 'Nothing was saved: you have 20 passkeys. Remove one first.');
    case 'unproven':
      return new HttpError(
        400,
        'Bad Request',
        'Nothing was saved: your device took too long or its answer didn’t match. Try again.',
      );
  }
}

/**
 * Makes sure that the caller is the owner of the account, and not somebody who found the browser open. Throws HttpError
 * 400 without a proof, 403 for a wrong one and 429 for too many. `orRefuse` throws where the call is refused for another
 * reason, before anything is written.
 */
export async function requireProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse?: () => Promise<void>,
): Promise<void> {
  await checkProof(session, proof, now, orRefuse);
  await rememberProof(session, now);
}

/**
 * Records the proof in the session, so that it is valid for a while, together with the entry of `activity`. Throws
 * HttpError 401 where the session has ended in between.
 */
export async function rememberProof(session: LiveSession, now: Date, activity?: Activity): Promise<void> {
  if (!(await noteProof(database(), session.sid, session.user.id, now, activity))) throw sessionEndedProblem();
}

/** For how long a proof is enough for further calls. Signing in is a proof. */
const proofValidMs = 10 * 60_000;

/** The same where a recent proof of this session is enough; a proof that is sent is checked all the same. */
export async function requireRecentProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse: () => Promise<void>,
): Promise<void> {
  const given = proof.current !== undefined || proof.passkey !== undefined;
  const { provenAt } = session;
  if (!given && provenAt !== null && now.getTime() - Date.parse(provenAt) < proofValidMs) return orRefuse();
  await requireProof(session, proof, now, orRefuse);
}

/** Checks a proof without recording it in the session. `orRefuse` as above, asked in the same trip to the store. */
export async function checkProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse?: () => Promise<void>,
): Promise<void> {
  const [proven, other] = await Promise.allSettled([prove(session, proof, now), orRefuse?.()]);
  // Who proves nothing learns of no other reason.
  for (const one of [proven, other]) if (one.status === 'rejected') throw one.reason;
}

async function prove({ user }: LiveSession, { current, passkey }: Proof, now: Date): Promise<void> {
  if (passkey) {
    const [known] = await Promise.all([readPasskey(database(), passkey.id), requireRate('confirm', user.id)]);
    const owner = await passkeyOwner(database(), passkey, known, now);
    if (owner?.id === user.id) return;
    throw refusal('passkey', 'This passkey isn’t for this account. Try again, or enter your password.');
  }
  if (current === undefined) {
    const errors = [{ path: 'current', message: 'Enter your current password.' }];
    throw new HttpError(400, 'Bad Request', 'Correct and send again: current.', { errors });
  }
  const [hash] = await Promise.all([readPasswordHash(database(), user.id), requireRate('confirm', user.id)]);
  if (!(await verifyPassword(current, hash ?? nobodysHash)))
    throw refusal('current', 'That isn’t your current password.');
}

function refusal(path: string, message: string): HttpError {
  return new HttpError(403, 'Forbidden', `Nothing was changed. ${message}`, { errors: [{ path, message }] });
}
