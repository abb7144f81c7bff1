import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { forgetSearch } from '../src/inbox/server/saved-searches.ts';

export default endpoint({
  async DELETE(request, { params }) {
    const user = await requireCaller(request, 'write');
    await forgetSearch(database(), user.id, params['id'] ?? '');
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/searches/:id' };
