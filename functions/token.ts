import type { Config } from '@netlify/functions';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { HttpError } from '../src/server/http/problem.ts';
import { requireSession } from '../src/server/session.ts';
import { removeApiToken } from '../src/server/store/api-tokens.ts';

export default endpoint({
  async DELETE(request, { params }) {
    const { user } = await requireSession(request);
    if (await removeApiToken(database(), user.id, params['id'] ?? '')) return new Response(null, { status: 204 });
    throw new HttpError(404, 'Not Found', 'You have no such token. It may be revoked already.');
  },
});

export const config: Config = { path: '/api/tokens/:id' };
