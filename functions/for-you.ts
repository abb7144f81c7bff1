import type { Config } from '@netlify/functions';
import { limits } from '../src/domain/limits.ts';
import { requireCaller } from '../src/server/caller.ts';
import { database } from '../src/server/database.ts';
import { forYou } from '../src/server/for-you/page.ts';
import { endpoint } from '../src/server/http/endpoint.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json(await forYou(database(), user.id, new Date(), { count: limits.forYou }));
  },
});

export const config: Config = { path: '/api/for-you' };
