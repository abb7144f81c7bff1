import type { Config } from '@netlify/functions';
import { ResetPassword } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { linkProblem } from '../src/people/server/http/link-endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { becomeOwnerIfNamed } from '../src/people/server/owner.ts';
import { resetPassword } from '../src/people/server/passwords.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { signInAfterReset } from '../src/people/server/second-factor/sign-in.ts';
import { requireSignIn } from '../src/people/server/suspension.ts';

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
