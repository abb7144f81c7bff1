import type { Config } from '@netlify/functions';
import { SignIn } from '../src/people/model/user.ts';
import { authenticate, maxAccountBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { tellOfGuesses } from '../src/people/server/guesses.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { countCall, requireRate } from '../src/platform/server/rates.ts';
import { signInOrAsk } from '../src/people/server/second-factor/sign-in.ts';
import { requireSignIn } from '../src/people/server/suspension.ts';
import { hashOf } from '../src/people/server/tokens.ts';

export default endpoint({
  async POST(request, context) {
    const claimed = await readJson(request, SignIn, maxAccountBytes);
    await requireRate('signInFrom', context.client);
    await requireRate('signIn', `${claimed.email} ${context.client}`);
    // By what was typed, so that the limit does not tell which addresses have an account.
    const counted = await countCall('guesses', hashOf(claimed.email));
    if (!counted.ok) {
      const activity = activityOf(request, 'guesses-limited', new Date());
      await later(context, () => tellOfGuesses(database(), claimed.email, activity));
      throw tooMany(counted.retryAfterSeconds);
    }
    const found = await authenticate(database(), claimed);
    if (!found) throw wrong();
    const { user, passwordHash } = found;
    const now = new Date();
    await requireSignIn(user, now);
    const answer = await signInOrAsk(request, user, { passwordHash, as: 'signed-in-password' }, now);
    if (!answer) throw wrong();
    return answer;
  },
});

function wrong(): HttpError {
  return new HttpError(401, 'Unauthorized', 'The address or the password is wrong. Check both and try again.');
}

/** Whoever has the account is not locked out: other ways in are not counted, and said. */
function tooMany(seconds: number): HttpError {
  const message =
    'Too many passwords were tried for this address, so for up to an hour none is looked at. Sign in with a passkey, or choose “Forgot your password?”: the link that we mail signs you in.';
  return new HttpError(429, 'Too Many Requests', message, {
    headers: { 'Retry-After': String(seconds) },
    errors: [{ path: '', message }],
  });
}

export const config: Config = { path: '/api/auth/signin' };
