import type { Config } from '@netlify/functions';
import { SignIn } from '../src/domain/user.ts';
import { authenticate, maxAccountBytes } from '../src/server/accounts.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { sessionUserOf, signIn } from '../src/server/session.ts';
import { requireSignIn } from '../src/server/standing.ts';

export default endpoint({
  async POST(request, { ip }) {
    const claimed = await readJson(request, SignIn, maxAccountBytes);
    await requireRate('signIn', `${claimed.email} ${ip}`);
    const user = await authenticate(database(), claimed);
    if (!user)
      throw new HttpError(401, 'Unauthorized', 'The address or the password is wrong. Check both and try again.');
    await requireSignIn(user, new Date());
    const cookie = await signIn(request, user.id);
    return Response.json({ user: sessionUserOf(user) }, { headers: { 'Set-Cookie': cookie } });
  },
});

export const config: Config = { path: '/api/auth/signin' };
