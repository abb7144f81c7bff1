import type { Config } from '@netlify/functions';
import { PasskeySignIn } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { passkeyOwner } from '../src/people/server/passkeys.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { sessionUserOf, signIn } from '../src/people/server/session.ts';
import { requireSignIn } from '../src/people/server/suspension.ts';

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
