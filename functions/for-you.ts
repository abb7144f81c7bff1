import type { Config } from '@netlify/functions';
import { limits } from '../src/platform/model/limits.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { forYou } from '../src/recommendations/server/page.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';

export default endpoint({
  async GET(request) {
    const user = await requireCaller(request, 'read');
    return Response.json(await forYou(database(), user.id, new Date(), { count: limits.forYou }));
  },
});

export const config: Config = { path: '/api/for-you' };
