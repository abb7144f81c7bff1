import { database } from '../../platform/server/database.ts';
import { later, type CallContext } from '../../platform/server/http/endpoint.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { sendMail } from '../../platform/server/mail.ts';
import { countCall, isWithinRate } from '../../platform/server/rates.ts';
import type { Activity } from '../model/activity.ts';
import { activityOf } from './activity.ts';
import { guessesEmail } from './emails.ts';
import { recordActivity } from './store/activity.ts';
import { findUserByEmail } from './store/users.ts';
import { hashOf } from './tokens.ts';

/**
 * Throws HttpError 429 where too many passwords were tried for this address, whether or not it has an account, so that
 * the limit does not tell which addresses have one. The owner is told by mail, and other ways to sign in stay open.
 */
export async function requireFewGuesses(
  request: Request,
  context: CallContext,
  email: string,
  now: Date,
): Promise<void> {
  const counted = await countCall('guesses', hashOf(email));
  if (counted.ok) return;
  await later(context, () => tellOfGuesses(email, activityOf(request, 'guesses-limited', now)));
  const message =
    'Too many passwords were tried for this address, so for up to an hour none is looked at. Sign in with a passkey, or choose “Forgot your password?”: the link that we mail signs you in.';
  throw new HttpError(429, 'Too Many Requests', message, {
    headers: { 'Retry-After': String(counted.retryAfterSeconds) },
    errors: [{ path: '', message }],
  });
}

/** Tells the owner of an account, where there is one, that its password is being guessed: once a day. */
async function tellOfGuesses(email: string, activity: Activity): Promise<void> {
  const found = await findUserByEmail(database(), email);
  if (!found || !(await isWithinRate('guessMail', found.user.id))) return;
  await recordActivity(database(), found.user.id, activity);
  await sendMail(guessesEmail(email, found.user.handle));
}
