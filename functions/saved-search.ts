import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { forgetSearch } from '../src/server/saved-searches.ts';

export default endpoint({
  async DELETE(request, { params }) {
    const user = await requireCaller(request, 'write');
    await forgetSearch(database(), user.id, params['id'] ?? '');
    return new Response(null, { status: 204 });
  },
});

export const config: Config = { path: '/api/searches/:id' };
