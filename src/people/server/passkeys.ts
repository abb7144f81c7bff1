import { HttpError } from '../../platform/server/http/problem.ts';
import type { Activity } from '../model/activity.ts';
import type { NewPasskey, OwnPasskey, Passkey, PasskeyUsed } from '../model/passkey.ts';
import type { User } from '../model/user.ts';
import { environment } from '../../platform/server/env.ts';
import { sessionEnded, type LiveSession } from './session.ts';
import { addPasskey, listPasskeys, notePasskeyUse, readPasskey } from './store/passkeys.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { readUser } from './store/users.ts';
import { takeToken, hashOf, issueToken } from './store/tokens.ts';

/** The site as passkeys know it: they are bound to its host, and made and used on its own pages alone. */
function site() {
  const { SITE_URL, SITE_NAME } = environment();
  const { hostname, origin } = new URL(SITE_URL);
  return { rpID: hostname, rpName: SITE_NAME, origin };
}

/** Loaded where a passkey is made or used: it is heavier than all the rest of signing in. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 as COSE numbers them: what every device of today signs with. */
const algorithms = [-8, -7, -257];

/** What the browser needs to make a passkey for this person. The challenge can be answered once, within five minutes. */
export async function makingOptions(redis: Redis, user: User, now: Date) {
  const { rpID, rpName } = site();
  const token = await issueToken(redis, { purpose: 'enrol', userId: user.id }, now);
  const known = await listPasskeys(redis, user.id);
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

/** Keeps the passkey that this person's browser made, if it answers a challenge of theirs. */
export async function keepPasskey(
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
  }).catch(unproven);
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

/** What the browser needs to use a passkey, whoever's it is. */
export async function usingOptions(redis: Redis, now: Date) {
  const token = await issueToken(redis, { purpose: 'assert' }, now);
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site().rpID,
    userVerification: 'required',
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
  });
}

/** Whose passkey answered a challenge of ours, which is spent by it. Undefined for anything that proves nobody. */
export async function passkeyOwner(redis: Redis, used: PasskeyUsed, now: Date): Promise<User | undefined> {
  const { rpID, origin } = site();
  const passkey = await readPasskey(redis, used.id);
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
  }).catch(unproven);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const next = { ...passkey, counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now.toISOString() };
  // Whoever answers at the same moment with a copy of the same key finds the counter moved.
  if (!(await notePasskeyUse(redis, passkey, next))) return undefined;
  const user = await readUser(redis, passkey.userId);
  return user?.deletedAt === undefined ? user : undefined;
}

/** A passkey as its owner sees it. */
export function ownPasskeyOf({ id, name, backedUp, createdAt, lastUsedAt }: Passkey): OwnPasskey {
  return { id, name, backedUp, createdAt, lastUsedAt };
}

/** The library says by an exception that an answer does not fit; a store that is away is no such answer. */
function unproven(error: unknown): undefined {
  if (error instanceof Error && error.name === 'StoreUnreachable') throw error;
  return undefined;
}

/** Why a passkey was not added, renamed or removed. */
export function passkeyProblem(reason: 'unproven' | 'ended' | 'exists' | 'full' | 'missing'): HttpError {
  switch (reason) {
    case 'ended':
      return sessionEnded();
    case 'missing':
      return new HttpError(404, 'Not Found', 'There is no such passkey: it was removed already.');
    case 'exists':
      return new HttpError(409, 'Conflict', 'Nothing was saved: this passkey is in use already.');
    case 'full':
      return new HttpError(409, 'Conflict', 'Nothing was saved: you have 20 passkeys. Remove one first.');
    case 'unproven':
      return new HttpError(
        400,
        'Bad Request',
        'Nothing was saved: the device’s answer came too late or does not fit. Try again.',
      );
  }
}
