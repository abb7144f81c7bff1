import type { Proof } from '../model/account.ts';
import type { Activity } from '../model/activity.ts';
import { database } from '../../platform/server/database.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { passkeyOwner } from './passkeys.ts';
import { nobodysHash, verifyPassword } from './password.ts';
import { requireRate } from '../../platform/server/rates.ts';
import { sessionEnded, type LiveSession } from './session.ts';
import { noteProof } from './store/sessions.ts';
import { readPasswordHash } from './store/users.ts';

/**
 * Makes sure that it is the owner of the account who asks, and nobody who found the browser open. Throws HttpError 400
 * without a proof, 403 for a wrong one and 429 for too many. `orRefuse` throws where the call is refused for another reason,
 * before anything is written.
 */
export async function requireProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse?: () => Promise<void>,
): Promise<void> {
  await checkProof(session, proof, now);
  await orRefuse?.();
  await rememberProof(session, now);
}

/**
 * Notes a proof in the session, so that what follows from it is not asked for again, and in the same step what the
 * account's `activity` says of it. Throws HttpError 401 where the session was ended meanwhile.
 */
export async function rememberProof(session: LiveSession, now: Date, activity?: Activity): Promise<void> {
  if (!(await noteProof(database(), session.sid, session.user.id, now, activity))) throw sessionEnded();
}

/** For so long nobody is asked again for what may follow from one proof. Signing in is a proof. */
const recentMs = 10 * 60_000;

/** The same where a proof that this session has just brought is enough; one that comes along is looked at all the same. */
export async function requireRecentProof(
  session: LiveSession,
  proof: Proof,
  now: Date,
  orRefuse: () => Promise<void>,
): Promise<void> {
  const given = proof.current !== undefined || proof.passkey !== undefined;
  const { provenAt } = session;
  if (!given && provenAt !== null && now.getTime() - Date.parse(provenAt) < recentMs) return orRefuse();
  await requireProof(session, proof, now, orRefuse);
}

/** The same, where nothing follows for which the session should remember the proof. */
export async function checkProof({ user }: LiveSession, { current, passkey }: Proof, now: Date): Promise<void> {
  if (passkey) {
    await requireRate('confirm', user.id);
    const owner = await passkeyOwner(database(), passkey, now);
    if (owner?.id === user.id) return;
    throw refusal('passkey', 'This passkey does not open this account. Try again, or type your password.');
  }
  if (current === undefined) {
    const errors = [{ path: 'current', message: 'Type your present password.' }];
    throw new HttpError(400, 'Bad Request', 'Correct and send again: current.', { errors });
  }
  await requireRate('confirm', user.id);
  const hash = (await readPasswordHash(database(), user.id)) ?? nobodysHash;
  if (!(await verifyPassword(current, hash))) throw refusal('current', 'This is not your present password.');
}

function refusal(path: string, message: string): HttpError {
  return new HttpError(403, 'Forbidden', `Nothing was changed. ${message}`, { errors: [{ path, message }] });
}
