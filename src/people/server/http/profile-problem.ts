import type { NotChanged } from '../store/account-changes.ts';
import { HttpError } from '../../../platform/server/http/problem.ts';

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Why a profile was not changed. */
export function profileProblem(
  refusal: NotChanged | { ok: false; reason: 'too-soon'; at: Date },
  now: Date,
): HttpError {
  if (refusal.reason === 'too-soon') {
    const message = `A handle can change once in 30 days. Yours can again on ${inWords.format(refusal.at)}.`;
    return new HttpError(429, 'Too Many Requests', `Nothing was saved. ${message}`, {
      errors: [{ path: 'handle', message }],
      headers: { 'Retry-After': String(Math.ceil((refusal.at.getTime() - now.getTime()) / 1000)) },
    });
  }
  if (refusal.reason !== 'taken') return goneAccount();
  const message = 'Somebody has or had this handle. Choose another.';
  return new HttpError(409, 'Conflict', `Nothing was saved. ${message}`, { errors: [{ path: 'handle', message }] });
}

/** The account went while the call was under way. */
export function goneAccount(): HttpError {
  return new HttpError(410, 'Gone', 'Nothing was changed: this account was deleted.');
}

/** Somebody must own the installation. */
export function lastOwner(): HttpError {
  const detail = 'You are the only owner of this site. Make somebody else an owner first, under Moderation, People.';
  return new HttpError(409, 'Conflict', `Nothing was deleted. ${detail}`);
}
