import type { Config } from '@netlify/functions';
import { DeleteAccount } from '../src/people/model/account.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { goneAccount, lastOwner } from '../src/people/server/http/profile-problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { goOnLeaving, leave } from '../src/transfer/server/account/account-deletion.ts';
import { checkProof } from '../src/people/server/proof.ts';
import { afterProfileChange } from '../src/publishing/server/publishing.ts';
import { clearedCookie, requireSession } from '../src/people/server/session.ts';

/** Milliseconds after which the rest is left to the scheduled function. */
const patienceMs = 8000;

export default endpoint({
  async POST(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const { writings, ...proof } = await readJson(request, DeleteAccount, maxPasskeyBytes);
    const now = new Date();
    await checkProof(session, proof, now);
    const gone = await leave(database(), user.id, writings, now);
    if (!gone.ok) throw gone.reason === 'last-owner' ? lastOwner() : goneAccount();
    await later(context, async () => {
      const end = now.getTime() + patienceMs;
      await goOnLeaving(database(), { userId: user.id, writings }, now, () => Date.now() < end);
      await afterProfileChange(gone.revision, user.id, {});
    });
    return Response.json({ deleted: true }, { headers: { 'Set-Cookie': clearedCookie() } });
  },
});

export const config: Config = { path: '/api/account/deletion' };
