import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { requireRate } from '../../platform/server/rates.ts';
import type { Proof } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import { passkeyOwner } from './passkeys.ts';
import { nobodysHash, verifyPassword } from './passwords.ts';
import { sessionEndedProblem, type LiveSession } from './session.ts';
import { readPasskey } from './store/passkeys.ts';
import { noteProof } from './store/sessions.ts';
import { readPasswordHash } from './store/users.ts';

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
