import type { Config } from '@netlify/functions';
import { activityOf } from '../src/people/server/activity.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { requireSession } from '../src/people/server/session.ts';
import { listApiTokens, removeApiToken } from '../src/people/server/store/api-tokens.ts';

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
