import type { Config } from '@netlify/functions';
import { activityOf } from '../src/server/activity.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { requireSession } from '../src/server/session.ts';
import { listApiTokens, removeApiToken } from '../src/server/store/api-tokens.ts';

export default endpoint({
  async DELETE(request, { params }) {
    const { user } = await requireSession(request);
    const id = params['id'] ?? '';
    const named = (await listApiTokens(database(), user.id)).find((token) => token.id === id)?.name;
    const activity = activityOf(request, 'token-revoked', new Date(), named);
    if (await removeApiToken(database(), user.id, id, activity)) return new Response(null, { status: 204 });
    throw new HttpError(404, 'Not Found', 'You have no such token. It may be revoked already.');
  },
});

export const config: Config = { path: '/api/tokens/:id' };
