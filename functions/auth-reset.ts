import type { Config } from '@netlify/functions';
import { ResetPassword } from '../src/domain/account.ts';
import { maxPasskeyBytes } from '../src/server/accounts.ts';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { environment } from '../src/server/env.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { linkProblem } from '../src/server/http/link-endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { becomeOwnerIfNamed } from '../src/server/owner.ts';
import { resetPassword } from '../src/server/passwords.ts';
import { requireRate } from '../src/server/rates.ts';
import { signInAfterReset } from '../src/server/second-factor/sign-in.ts';
import { requireSignIn } from '../src/server/standing.ts';

export default endpoint({
  async POST(request, { client }) {
    const wished = await readJson(request, ResetPassword, maxPasskeyBytes);
    await requireRate('prove', client);
    const now = new Date();
    const done = await resetPassword(database(), wished, activityOf(request, 'password-reset', now), now);
    if (!done.ok) throw linkProblem(done);
    await requireSignIn(done.user, now);
    const user = await becomeOwnerIfNamed(database(), done.user, environment());
    return signInAfterReset(request, user, now);
  },
});

export const config: Config = { path: '/api/auth/reset' };
