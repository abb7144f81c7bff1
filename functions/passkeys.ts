import type { Config } from '@netlify/functions';
import { NewPasskey } from '../src/people/model/passkey.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { passkeyProblem } from '../src/people/server/http/passkey-problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { keepPasskey, ownPasskeyOf } from '../src/people/server/passkeys.ts';
import { requireSession } from '../src/people/server/session.ts';
import { listPasskeys } from '../src/people/server/store/passkeys.ts';
import { tellOfMade } from '../src/people/server/undo.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ passkeys: (await listPasskeys(database(), user.id)).map(ownPasskeyOf) });
  },

  async POST(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const made = await readJson(request, NewPasskey, maxPasskeyBytes);
    const now = new Date();
    const activity = activityOf(request, 'passkey-added', now, made.name);
    const kept = await keepPasskey(database(), session, made, activity, now);
    if (!kept.ok) throw passkeyProblem(kept.reason);
    const { id, name } = kept.passkey;
    await later(context, () => tellOfMade(database(), user, { kind: 'passkey', id, name }, activity.device, now));
    return Response.json({ passkey: ownPasskeyOf(kept.passkey) }, { status: 201 });
  },
});

export const config: Config = { path: '/api/passkeys' };
