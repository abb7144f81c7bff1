import type { Config } from '@netlify/functions';
import { PasskeyPatch } from '../src/people/model/passkey.ts';
import { maxAccountBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { passkeyProblem } from '../src/people/server/http/passkey-problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireSession } from '../src/people/server/session.ts';
import { readPasskey, removePasskey, renamePasskey } from '../src/people/server/store/passkeys.ts';

export default endpoint({
  async PATCH(request, { params }) {
    const { user } = await requireSession(request);
    const { name } = await readJson(request, PasskeyPatch, maxAccountBytes);
    if (!(await renamePasskey(database(), user.id, params['id'] ?? '', name))) throw passkeyProblem('missing');
    return Response.json({ name });
  },

  async DELETE(request, { params }) {
    const { user } = await requireSession(request);
    const id = params['id'] ?? '';
    const activity = activityOf(request, 'passkey-removed', new Date(), (await readPasskey(database(), id))?.name);
    if (!(await removePasskey(database(), user.id, id, activity))) throw passkeyProblem('missing');
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/passkeys/:id' };
