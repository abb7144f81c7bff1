import type { Config } from '@netlify/functions';
import { AskForToken } from '../src/people/model/account.ts';
import { maxApiTokens } from '../src/people/model/api-token.ts';
import { maxPasskeyBytes } from '../src/people/server/accounts.ts';
import { activityOf } from '../src/people/server/activity.ts';
import { makeApiToken } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint, later } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRecentProof } from '../src/people/server/proof.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession, sessionEnded } from '../src/people/server/session.ts';
import { listApiTokens } from '../src/people/server/store/api-tokens.ts';
import { tellOfMade } from '../src/people/server/undo.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ tokens: await listApiTokens(database(), user.id) });
  },

  /** A token opens the account for good, so whoever makes one has just proven that it is theirs, and its owner is told. */
  async POST(request, context) {
    const session = await requireSession(request);
    const { user } = session;
    const { current, passkey, ...wanted } = await readJson(request, AskForToken, maxPasskeyBytes);
    const now = new Date();
    await requireRecentProof(session, { current, passkey }, now, async () => {
      await requireRate('profile', user.id);
      if ((await listApiTokens(database(), user.id)).length >= maxApiTokens) throw full();
    });
    const activity = activityOf(request, 'token-made', now, wanted.name);
    const made = await makeApiToken(database(), session, wanted, activity, now);
    if (made.ok) {
      const { token, secret } = made;
      const { id, name } = token;
      await later(context, () => tellOfMade(database(), user, { kind: 'token', id, name }, activity.device, now));
      return Response.json({ token, secret }, { status: 201 });
    }
    if (made.reason === 'ended') throw sessionEnded();
    throw full();
  },
});

const full = () =>
  new HttpError(409, 'Conflict', `You have ${maxApiTokens} tokens, which is the most. Revoke one first.`);

export const config: Config = { path: '/api/tokens' };
