import type { Config } from '@netlify/functions';
import { SignIn } from '../src/domain/user.ts';
import { authenticate, maxAccountBytes } from '../src/server/accounts.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { sessionUserOf, signInBy } from '../src/server/session.ts';
import { requireSignIn } from '../src/server/standing.ts';

export default endpoint({
  async POST(request, { ip }) {
    const claimed = await readJson(request, SignIn, maxAccountBytes);
    await requireRate('signInFrom', ip);
    await requireRate('signIn', `${claimed.email} ${ip}`);
    const found = await authenticate(database(), claimed);
    if (!found) throw wrong();
    const { user, passwordHash } = found;
    await requireSignIn(user, new Date());
    const cookie = await signInBy(request, { userId: user.id, passwordHash, as: 'signed-in-password' });
    if (cookie === undefined) throw wrong();
    return Response.json({ user: sessionUserOf(user) }, { headers: { 'Set-Cookie': cookie } });
  },
});

function wrong(): HttpError {
  return new HttpError(401, 'Unauthorized', 'The address or the password is wrong. Check both and try again.');
}

export const config: Config = { path: '/api/auth/signin' };
