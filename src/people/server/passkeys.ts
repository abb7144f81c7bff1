import * as z from 'zod';
import { environment } from '../../platform/server/env.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { jsonOf } from '../../platform/server/store/stored.ts';
import type { Activity } from '../model/activity.ts';
import { maxPasskeys, type NewPasskey, type OwnPasskey, type Passkey, type PasskeyUsed } from '../model/sign-in.ts';
import type { User } from '../model/user.ts';
import { sessionEndedProblem, type LiveSession } from './session.ts';
import { addPasskey, listPasskeys, readPasskey, consumeChallenge } from './store/passkeys.ts';
import { hashOf, issueToken, readToken, takeToken, type TokenRecord } from './store/tokens.ts';

/** The relying party of passkeys: they are bound to the site's host, and work on its own pages only. */
function site() {
  const { SITE_URL, SITE_NAME } = environment();
  const { hostname, origin } = new URL(SITE_URL);
  return { rpID: hostname, rpName: SITE_NAME, origin };
}

/** Loaded on demand, because it takes longer to load than all other code for signing in. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 by their COSE numbers: every current device supports one of them. */
const algorithms = [-8, -7, -257];

/**
 * The options with which a browser creates a passkey for this person. The challenge can be answered once, within five
 * minutes.
 */
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

/** Stores the passkey that this person's browser created, if it answers a challenge made for them. */
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

/** The options with which a browser uses a passkey of any account. */
export async function authenticationOptions(redis: Redis, now: Date) {
  const token = await issueToken(redis, { purpose: 'assert' }, now);
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site().rpID,
    userVerification: 'required',
    challenge: new Uint8Array(Buffer.from(token, 'base64url')),
  });
}

/** The data that an answer to a challenge is checked against: the stored passkey, and the purpose of the challenge. */
export type PasskeyKnown = { passkey: Passkey | undefined; challenge: TokenRecord | undefined };

/** Reads that data, and spends nothing. */
export async function readPasskeyKnown(redis: Redis, used: PasskeyUsed): Promise<PasskeyKnown> {
  const challenge = challengeIn(used);
  const [passkey, record] = await Promise.all([
    readPasskey(redis, used.id),
    challenge === undefined ? undefined : readToken(redis, hashOf(challenge)),
  ]);
  return { passkey, challenge: record };
}

/** The owner of the passkey that answered our challenge, which is spent. Undefined if the answer proves nothing. */
export async function passkeyOwner(
  redis: Redis,
  used: PasskeyUsed,
  { passkey, challenge }: PasskeyKnown,
  now: Date,
): Promise<User | undefined> {
  const { rpID, origin } = site();
  if (!passkey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: used,
    expectedChallenge: () => challenge?.purpose === 'assert',
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(undefinedIfUnproven);
  const hash = hashOf(challengeIn(used) ?? '');
  if (!verified?.verified) {
    await takeToken(redis, hash, 'assert');
    return undefined;
  }
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const next = { ...passkey, counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now.toISOString() };
  // Of several calls that answer the same challenge, one gets it. A copy of the key that answers at the same moment finds
  // another counter.
  const user = await consumeChallenge(redis, hash, passkey, next);
  return user?.deletedAt === undefined ? user : undefined;
}

const ClientData = jsonOf(z.object({ challenge: z.string() }));

/** The challenge that a browser claims to answer. */
function challengeIn({ response }: PasskeyUsed): string | undefined {
  return ClientData.safeParse(Buffer.from(response.clientDataJSON, 'base64url').toString()).data?.challenge;
}

/** A passkey as its owner sees it. */
export function ownPasskeyOf({ id, name, backedUp, createdAt, lastUsedAt }: Passkey): OwnPasskey {
  return { id, name, backedUp, createdAt, lastUsedAt };
}

/** The library throws if an answer does not fit, which proves nothing. An unreachable store is thrown on. */
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
      return new HttpError(409, 'Conflict', `Nothing was saved: you have ${maxPasskeys} passkeys. Remove one first.`);
    case 'unproven':
      return new HttpError(
        400,
        'Bad Request',
        'Nothing was saved: your device took too long or its answer didn’t match. Try again.',
      );
  }
}
