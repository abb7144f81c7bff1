import type { Config } from '@netlify/functions';
import { PasskeySignIn } from '../src/domain/account.ts';
import { maxPasskeyBytes } from '../src/server/accounts.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { passkeyOwner } from '../src/server/passkeys.ts';
import { requireRate } from '../src/server/rates.ts';
import { sessionUserOf, signIn } from '../src/server/session.ts';
import { requireSignIn } from '../src/server/standing.ts';

const unknown = 'This passkey opens no account here. It may have been removed: sign in with your password.';

export default endpoint({
  async POST(request, { client }) {
    const { passkey } = await readJson(request, PasskeySignIn, maxPasskeyBytes);
    await requireRate('prove', client);
    const now = new Date();
    const user = await passkeyOwner(database(), passkey, now);
    if (!user) throw new HttpError(401, 'Unauthorized', unknown);
    await requireSignIn(user, now);
    const cookie = await signIn(request, user.id, 'signed-in-passkey', now);
    return Response.json({ user: sessionUserOf(user) }, { headers: { 'Set-Cookie': cookie } });
  },
});

export const config: Config = { path: '/api/auth/passkey' };
