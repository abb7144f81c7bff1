import type { Config } from '@netlify/functions';
import { ChangePassword } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { goneAccount } from '../src/people/server/http/profile-problem.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { changePassword } from '../src/people/server/passwords.ts';
import { checkProof } from '../src/people/server/proof.ts';
import { requireSession, sessionEnded, sessionUserOf, signInBy } from '../src/people/server/session.ts';

/** The password was changed here, and again elsewhere before this session could go on. */
const changedAgain = () => new HttpError(401, 'Unauthorized', 'This session was ended meanwhile. Sign in again.');

export default endpoint({
  async POST(request) {
    const session = await requireSession(request);
    const { user } = session;
    const { password, keep, ...proof } = await readJson(request, ChangePassword, maxPasskeyBytes);
    const now = new Date();
    await checkProof(session, proof, now);
    const done = await changePassword(
      database(),
      session,
      { password, keep },
      activityOf(request, 'password-changed', now),
    );
    if (!done.ok) throw done.reason === 'spent' ? sessionEnded() : goneAccount();
    // This session is over too, whatever is kept, and goes on as a new one: whoever had a copy of its cookie is out.
    const cookie = await signInBy(request, { userId: user.id, passwordHash: done.passwordHash });
    if (cookie === undefined) throw changedAgain();
    return Response.json({ user: sessionUserOf(done.user) }, { headers: { 'Set-Cookie': cookie } });
  },
});

export const config: Config = { path: '/api/account/password' };
