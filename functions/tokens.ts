import type { Config } from '@netlify/functions';
import { maxApiTokens, NewApiToken } from '../src/domain/api-token.ts';
import { activityOf } from '../src/server/activity.ts';
import { makeApiToken } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';
import { listApiTokens } from '../src/server/store/api-tokens.ts';

export default endpoint({
  async GET(request) {
    const { user } = await requireSession(request);
    return Response.json({ tokens: await listApiTokens(database(), user.id) });
  },

  async POST(request) {
    const { user } = await requireSession(request);
    const wanted = await readJson(request, NewApiToken, 4096);
    await requireRate('profile', user.id);
    const now = new Date();
    const activity = activityOf(request, 'token-made', now, wanted.name);
    const made = await makeApiToken(database(), user.id, wanted, activity, now);
    if (made) return Response.json(made, { status: 201 });
    throw new HttpError(409, 'Conflict', `You have ${maxApiTokens} tokens, which is the most. Revoke one first.`);
  },
});

export const config: Config = { path: '/api/tokens' };
