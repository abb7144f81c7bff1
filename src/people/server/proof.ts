import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { requireRate } from '../../platform/server/rates.ts';
import type { Proof } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import { maxPasskeyBytes } from './accounts.ts';
import { session } from './callers.ts';
import { passkeyOwner, readPasskeyKnown, type PasskeyKnown } from './passkeys.ts';
import { dummyHash, verifyPassword } from './password-hash.ts';
import { readWithSession } from './session-cookie.ts';
import { sessionEndedProblem, type LiveSession } from './session.ts';
import { noteProof } from './store/sessions.ts';
import { readPasswordHash } from './store/users.ts';

/** The data that a proof is checked against: the hash of the password, or the passkey. The call is counted by then. */
type Known = { hash?: string | undefined; used?: PasskeyKnown };

async function readKnown({ current, passkey }: Proof, userId: string): Promise<Known> {
  if (passkey) return { used: await readPasskeyKnown(database(), passkey) };
  return current === undefined ? {} : { hash: await readPasswordHash(database(), userId) };
}

/** Reads the data for checking a proof in the same round trip as the session. */
export function readProof(request: Request, proof: Proof) {
  return readWithSession(request, (userId) => readKnown(proof, userId));
}

/** Calls that need a proof, because only the owner may change the ways into the account permanently. */
export const withProof = {
  who: session(),
  maxBytes: maxPasskeyBytes,
  rate: 'confirm',
  reads: ({ request, body }: { request: Request; body: Proof }) => readProof(request, body),
} as const;

type ProofRead = Awaited<ReturnType<typeof readProof>>;

/**
 * Makes sure that the caller is the owner of the account, and not somebody who found the browser open, and records that in
 * the session, so that it is valid for a while. Throws HttpError 400 without a proof and 403 for a wrong one. `orRefuse`
 * throws if the call is refused for another reason, before anything is written.
 */
export async function requireProof(
  session: LiveSession,
  proof: Proof,
  read: ProofRead,
  now: Date,
  orRefuse?: () => Promise<void>,
): Promise<void> {
  await checkProof(session, proof, read, now, orRefuse);
  await rememberProof(session, now);
}

/**
 * Records the proof in the session, so that it is valid for a while, together with the entry of `activity`. Throws
 * HttpError 401 if the session has ended in between.
 */
export async function rememberProof(session: LiveSession, now: Date, activity?: Activity): Promise<void> {
  if (!(await noteProof(database(), session.sid, session.user.id, now, activity))) throw sessionEndedProblem();
}

/** How long a proof covers further calls. Signing in is a proof. */
const proofValidMs = 10 * 60_000;

/** The same, but a recent proof of this session is enough. A proof that is sent is counted and checked anyway. */
export async function requireRecentProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse: () => Promise<void>,
): Promise<void> {
  if (await checkRecentProof(session, proof, now, orRefuse)) await rememberProof(session, now);
}

/** The same for callers that record the proof themselves: returns whether there is a new one. */
export async function checkRecentProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse: () => Promise<void>,
): Promise<boolean> {
  const hasProof = proof.current !== undefined || proof.passkey !== undefined;
  const { provenAt } = session;
  // By its distance: one that a clock which was ahead has recorded would be recent until that time comes.
  if (!hasProof && provenAt !== null && Math.abs(now.getTime() - Date.parse(provenAt)) < proofValidMs) {
    await orRefuse();
    return false;
  }
  const read = async (userId: string) => {
    const [known] = await Promise.all([readKnown(proof, userId), hasProof && requireRate('confirm', userId)]);
    return known;
  };
  await checkProof(session, proof, read, now, orRefuse);
  return true;
}

/** Checks a proof without recording it in the session. `orRefuse` as above, run in the same round trip to the store. */
export async function checkProof(
  session: LiveSession,
  proof: Proof,
  read: ProofRead,
  now: Date,
  orRefuse?: () => Promise<void>,
): Promise<void> {
  const [proven, other] = await Promise.allSettled([prove(session, proof, read, now), orRefuse?.()]);
  // A caller without a valid proof must not learn another reason.
  for (const one of [proven, other]) if (one.status === 'rejected') throw one.reason;
}

async function prove({ user }: LiveSession, { current, passkey }: Proof, read: ProofRead, now: Date): Promise<void> {
  const { hash, used } = await read(user.id);
  if (passkey) {
    const owner = used && (await passkeyOwner(database(), passkey, used, now));
    if (owner?.id === user.id) return;
    throw refusal('passkey', 'This passkey isn’t for this account. Try again, or enter your password.');
  }
  if (current === undefined) {
    const errors = [{ path: 'current', message: 'Enter your current password.' }];
    throw new HttpError(400, 'Bad Request', 'Correct and send again: current.', { errors });
  }
  if (!(await verifyPassword(current, hash ?? dummyHash())))
    throw refusal('current', 'That isn’t your current password.');
}

function refusal(path: string, message: string): HttpError {
  return new HttpError(403, 'Forbidden', `Nothing was changed. ${message}`, { errors: [{ path, message }] });
}
